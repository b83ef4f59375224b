// Which browsers have serial ports, for those who have come with another, in the languages of the pages.

export const BROWSERS = {
  en: {
    without: "This browser cannot use a cable. These can: Chrome and Edge from version 89 and Firefox from version 151 on a computer, and Chrome from version 147 on an Android phone.",
    withoutElse: "Open this page in one of them, from an address that begins with https. No iPhone and no iPad can do it.",
  },
  de: {
    without: "Dieser Browser kann kein Kabel benutzen. Diese können es: Chrome und Edge ab Version 89 und Firefox ab Version 151 auf einem Computer, und Chrome ab Version 147 auf einem Android-Telefon.",
    withoutElse: "Öffnen Sie diese Seite in einem von ihnen, unter einer Adresse, die mit https beginnt. Kein iPhone und kein iPad kann es.",
  },
  fr: {
    without: "Ce navigateur ne peut pas se servir d’un câble. Ceux-ci le peuvent : Chrome et Edge à partir de la version 89 et Firefox à partir de la version 151 sur un ordinateur, et Chrome à partir de la version 147 sur un téléphone Android.",
    withoutElse: "Ouvrez cette page dans l’un d’eux, à une adresse qui commence par https. Aucun iPhone ni iPad ne le peut.",
  },
};
