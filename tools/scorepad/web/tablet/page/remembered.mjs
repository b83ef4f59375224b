// What a browser remembers of a page apart from what the tablet keeps, if it lets a page look.

/** What is remembered under a name; "" for nothing. */
export function remembered(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Whether it is remembered from now on. */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
