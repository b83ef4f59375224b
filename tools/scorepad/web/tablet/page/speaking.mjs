// Puts words into a page, in the first language of the browser's that there are any in.

/** `words`: by the code of their language, and their names. What says them. */
export function speaking(words) {
  const locale = navigator.languages.find((code) => code.slice(0, 2) in words) ?? "en";
  const language = locale.slice(0, 2);

  /** The words for something; `parts`: what stands in their braces. */
  function say(what, parts = {}) {
    return words[language][what]?.replace(/\{(\w+)\}/g, (_, name) => parts[name]);
  }

  /** Puts the words into a document: data-say is what an element holds, data-label what it is. */
  function speak(document) {
    document.documentElement.lang = language;
    for (const part of document.querySelectorAll("[data-say]"))
      part.textContent = say(part.dataset.say);
    for (const part of document.querySelectorAll("[data-label]"))
      part.setAttribute("aria-label", say(part.dataset.label));
  }

  return { locale, say, speak };
}
