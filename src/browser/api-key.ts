const NAME = "guffaw-api-key";
const changed = new EventTarget();

/** The one key for all forms. It lives only in this tab and ends with it: it is never written to disk. */
export function readKey(): string {
  try {
    return sessionStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

export function keepKey(key: string): void {
  try {
    if (key) sessionStorage.setItem(NAME, key);
    else sessionStorage.removeItem(NAME);
  } catch {
    // A browser without storage still sends what the form holds.
  }
  changed.dispatchEvent(new CustomEvent("change", { detail: key }));
}

/** Keeps a form field and the key in sync. */
export function bindKeyField(field: HTMLInputElement): void {
  field.value = readKey();
  field.addEventListener("input", () => keepKey(field.value.trim()));
  changed.addEventListener("change", (event) => {
    const key = (event as CustomEvent<string>).detail;
    if (field.value.trim() !== key) field.value = key;
  });
}
