const NAME = "guffaw-api-key";
const changed = new EventTarget();

/** The one key of all forms. It lives in this tab alone and ends with it: nothing keeps it on the disk. */
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
    // A browser that stores nothing still sends what the form holds.
  }
  changed.dispatchEvent(new CustomEvent("change", { detail: key }));
}

/** Keeps a field of a form and the key the same. */
export function bindKeyField(field: HTMLInputElement): void {
  field.value = readKey();
  field.addEventListener("input", () => keepKey(field.value.trim()));
  changed.addEventListener("change", (event) => {
    const key = (event as CustomEvent<string>).detail;
    if (field.value.trim() !== key) field.value = key;
  });
}
