import { element, icon, labelled } from "./element.ts";
import { say } from "./say.ts";

/** Something that shows a value of T, and changes it. */
export interface Control<T> {
  node: HTMLElement;
  show(now: T): void;
}

export const SWATCHES = ["#ffffff", "#000000", "#ffe14d", "#ff8a4c", "#e53935", "#2e9e4f", "#2979d9", "#8e44ad"];

/** A colour of the usual ones, or any. With `none`, there may be no colour at all. */
export function colorField<T>(
  title: string,
  read: (now: T) => string | undefined,
  write: (color: string, now: T) => void,
  none?: () => void,
): Control<T> {
  let now: T;
  const any: HTMLInputElement = element("input", {
    type: "color",
    class: "make-any-color",
    "aria-label": say("browser.make-any-color", { what: title }),
    input: () => write(any.value, now),
  });
  const swatches = SWATCHES.map((color) => {
    const button: HTMLButtonElement = element("button", {
      type: "button",
      class: "make-swatch",
      "aria-label": say(COLOR_NAMES[color as keyof typeof COLOR_NAMES]),
      click: () => write(color, now),
    });
    button.style.backgroundColor = color;
    return { color, button };
  });
  const off =
    none &&
    element("button", {
      type: "button",
      class: "make-swatch make-no-color",
      "aria-label": say("browser.make-none"),
      click: none,
    });
  return {
    node: element(
      "fieldset",
      { class: "make-colors" },
      element("legend", {}, title),
      off,
      ...swatches.map(({ button }) => button),
      any,
    ),
    show: (next) => {
      now = next;
      const color = read(next)?.toLowerCase();
      for (const one of swatches) one.button.setAttribute("aria-pressed", String(one.color === color));
      off?.setAttribute("aria-pressed", String(color === undefined));
      if (color !== undefined && any.value !== color) any.value = color;
    },
  };
}

const COLOR_NAMES = {
  "#ffffff": "browser.make-white",
  "#000000": "browser.make-black",
  "#ffe14d": "browser.make-yellow",
  "#ff8a4c": "browser.make-orange",
  "#e53935": "browser.make-red",
  "#2e9e4f": "browser.make-green",
  "#2979d9": "browser.make-blue",
  "#8e44ad": "browser.make-purple",
} as const;

interface Scale {
  min: number;
  max: number;
  step: number;
}

export function range<T>(
  title: string,
  scale: Scale,
  read: (now: T) => number,
  write: (value: number, now: T) => void,
  isShown: (now: T) => boolean = () => true,
): Control<T> {
  let now: T;
  const input: HTMLInputElement = element("input", {
    type: "range",
    ...scale,
    input: () => write(input.valueAsNumber, now),
  });
  const node = labelled(title, input);
  return {
    node,
    show: (next) => {
      now = next;
      node.hidden = !isShown(next);
      if (input.valueAsNumber !== read(next)) input.value = String(read(next));
    },
  };
}

export function switchFor<T>(
  title: string,
  read: (now: T) => boolean,
  write: (isOn: boolean, now: T) => void,
): Control<T> {
  let now: T;
  const input: HTMLInputElement = element("input", { type: "checkbox", change: () => write(input.checked, now) });
  return {
    node: element("label", { class: "choice make-switch" }, input, element("span", {}, title)),
    show: (next) => {
      now = next;
      input.checked = read(next);
    },
  };
}

/** One of a few, as drawings. */
export function picks<T, V extends string>(
  title: string,
  choices: readonly (readonly [value: V, name: string, path: string])[],
  read: (now: T) => V,
  write: (value: V) => void,
): Control<T> {
  const buttons = choices.map(([value, name, path]) => ({
    value,
    button: element(
      "button",
      { type: "button", class: "icon-button make-pick", "aria-label": name, title: name, click: () => write(value) },
      icon(path),
    ),
  }));
  return {
    node: element(
      "fieldset",
      { class: "make-picks" },
      element("legend", {}, title),
      ...buttons.map(({ button }) => button),
    ),
    show: (now) => {
      for (const { value, button } of buttons) button.setAttribute("aria-pressed", String(value === read(now)));
    },
  };
}

/** A number with its unit. Nothing happens while it is empty. */
export function numberField(title: string, scale: Scale, read: () => number, write: (value: number) => void) {
  const input: HTMLInputElement = element("input", {
    type: "number",
    inputmode: "decimal",
    ...scale,
    input: () => {
      if (!Number.isNaN(input.valueAsNumber)) write(Math.min(Math.max(input.valueAsNumber, scale.min), scale.max));
    },
  });
  return {
    node: labelled(title, input),
    /** What somebody types stays as they type it. */
    show: () => {
      if (document.activeElement !== input) input.value = String(Math.round(read() * 10) / 10);
    },
  };
}
