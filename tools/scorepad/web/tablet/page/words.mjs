// What the page itself says, in the languages that the tablet speaks.

const WORDS = {
  en: {
    loading: "The tablet is starting …",
    screen: "The tablet's screen",
    up: "Up", down: "Down", left: "Left", right: "Right", ok: "OK", back: "Back",
    menu: "This tablet",
    keys: "Back, held for a second, opens the menu. By keyboard: the arrows, Enter for OK, Backspace for Back.",
    reset: "Reset",
    cut: "Power cut",
    resetMeans: "A reset comes back where you were; a power cut keeps what is saved.",
    broken: "The tablet has stopped. What was saved is kept.",
    again: "Try again",
    linked: "Joined to the club",
    cut_off: "The club's computer cannot be reached. Play on: what is saved arrives later.",
    unlinked: "This link is not valid any more: scan the code at your table again.",
    take: "Use it here",
    taken: "The tablet is open in another page of this browser. It is played there until that page is closed.",
    full: "Not saved: this device has no room left. Make some, then go on where you were.",
    refused: "Not saved: the browser does not let this page keep anything. A private window may be why.",
    gone: "This browser has deleted what it kept of tablet #. What had not reached the club is lost: tell the director.",
    anew: "Begin with a new tablet",
    damaged: "What this browser has kept of the tablet cannot be read. Nothing was changed: call the director.",
  },
  de: {
    loading: "Das Tablet startet …",
    screen: "Der Bildschirm des Tablets",
    up: "Auf", down: "Ab", left: "Links", right: "Rechts", ok: "OK", back: "Zurück",
    menu: "Dieses Tablet",
    keys: "Zurück, eine Sekunde lang gehalten, öffnet das Menü. Mit der Tastatur: die Pfeile, Enter für OK, die Rücktaste für Zurück.",
    reset: "Neustart",
    cut: "Stromausfall",
    resetMeans: "Ein Neustart kommt wieder, wo man war; ein Stromausfall behält, was gespeichert ist.",
    again: "Noch einmal",
    linked: "Mit dem Club verbunden",
    cut_off: "Der Rechner des Clubs ist nicht erreichbar. Spielen Sie weiter: Was gespeichert ist, kommt später an.",
    unlinked: "Dieser Link gilt nicht mehr: Scannen Sie den Code am Tisch noch einmal.",
    take: "Hier benutzen",
    taken: "Das Tablet ist in einer anderen Seite dieses Browsers offen. Dort wird gespielt, bis sie geschlossen ist.",
    full: "Nicht gespeichert: Auf diesem Gerät ist kein Platz mehr. Schaffen Sie welchen, dann geht es weiter.",
    refused: "Nicht gespeichert: Der Browser lässt diese Seite nichts behalten, vielleicht weil das Fenster privat ist.",
    gone: "Dieser Browser hat gelöscht, was er vom Tablet # behalten hatte. Was noch nicht beim Club war, ist verloren: Sagen Sie es der Turnierleitung.",
    anew: "Mit einem neuen Tablet beginnen",
    damaged: "Was dieser Browser vom Tablet behalten hat, ist nicht lesbar. Nichts wurde geändert: Rufen Sie die Turnierleitung.",
    broken: "Das Tablet ist stehengeblieben. Was gespeichert war, ist noch da.",
  },
  fr: {
    loading: "La tablette démarre …",
    screen: "L’écran de la tablette",
    up: "Haut", down: "Bas", left: "Gauche", right: "Droite", ok: "OK", back: "Retour",
    menu: "Cette tablette",
    keys: "Retour, tenu une seconde, ouvre le menu. Au clavier : les flèches, Entrée pour OK, Retour arrière pour Retour.",
    reset: "Redémarrer",
    cut: "Couper le courant",
    resetMeans: "Un redémarrage revient où l’on était ; une coupure garde ce qui est enregistré.",
    again: "Réessayer",
    linked: "Reliée au club",
    cut_off: "L’ordinateur du club est injoignable. Continuez à jouer : ce qui est enregistré arrivera plus tard.",
    unlinked: "Ce lien n’est plus valable : scannez de nouveau le code de votre table.",
    take: "L’utiliser ici",
    taken: "La tablette est ouverte dans une autre page de ce navigateur. On y joue jusqu’à ce que cette page soit fermée.",
    full: "Pas enregistré : il n’y a plus de place sur cet appareil. Libérez-en, puis continuez.",
    refused: "Pas enregistré : le navigateur ne laisse rien garder à cette page, peut-être parce que la fenêtre est privée.",
    gone: "Ce navigateur a effacé ce qu’il gardait de la tablette #. Ce qui n’était pas arrivé au club est perdu : dites-le à l’arbitre.",
    anew: "Commencer avec une nouvelle tablette",
    damaged: "Ce que ce navigateur a gardé de la tablette est illisible. Rien n’a été changé : appelez l’arbitre.",
    broken: "La tablette s’est arrêtée. Ce qui était enregistré est gardé.",
  },
};

const language = navigator.languages.map((code) => code.slice(0, 2)).find((code) => code in WORDS) ?? "en";

/** The words for something. */
export function say(what) {
  return WORDS[language][what];
}

/** Puts the words into a document: data-say is what an element holds, data-label what it is. */
export function speak(document) {
  document.documentElement.lang = language;
  for (const part of document.querySelectorAll("[data-say]")) part.textContent = say(part.dataset.say);
  for (const part of document.querySelectorAll("[data-label]"))
    part.setAttribute("aria-label", say(part.dataset.label));
}
