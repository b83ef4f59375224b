// What the front page says in other languages; in English it stands in the page.

const WORDS = {
  de: {
    what: "Scorepad schreibt beim Bridge am Tisch an. Ein kleines Tablet mit sechs Tasten führt die Rechnung, während Sie spielen. Nach dem Spiel sind die Anschreibeblätter fertig.",
    tablet: "Ein Tablet ausprobieren",
    tabletIs: "Es läuft hier auf dieser Seite, auch auf dem Telefon. Was Sie eingeben, bleibt in diesem Browser.",
    install: "Eine Platine vorbereiten",
    installIs: "Sie haben einen ESP32 oder Pico und wollen ein Tablet daraus machen: MicroPython schreiben, über ein Kabel.",
    docs: "Die Dokumentation",
    docsIs: "Für Clubs, für Bastler und für Entwickler, auf Englisch, mit einem Tablet zum Mitspielen.",
    offline: "Diese Seiten fragen sonst niemanden nach etwas und kennen niemanden. Einmal von https geöffnet, öffnen sie sich auch ohne Netz.",
  },
  fr: {
    what: "Scorepad marque les points du bridge à la table. Une petite tablette à six touches tient la marque pendant que vous jouez. Après la partie, les feuilles de marque sont prêtes.",
    tablet: "Essayer une tablette",
    tabletIs: "Elle fonctionne ici, dans cette page, sur un téléphone aussi. Ce que vous entrez reste dans ce navigateur.",
    install: "Préparer une carte",
    installIs: "Vous avez un ESP32 ou un Pico et voulez en faire une tablette : écrire MicroPython, par un câble.",
    docs: "La documentation",
    docsIs: "Pour les clubs, les bricoleurs et les développeurs, en anglais, avec une tablette pour suivre.",
    offline: "Ces pages ne demandent rien à personne d’autre et ne connaissent personne. Ouvertes une fois en https, elles s’ouvrent aussi sans réseau.",
  },
};

const language = navigator.languages.map((code) => code.slice(0, 2)).find((code) => code in WORDS || code === "en");
if (language in WORDS) {
  document.documentElement.lang = language;
  for (const part of document.querySelectorAll("[data-say]"))
    part.textContent = WORDS[language][part.dataset.say];
}
