const SHOWN_MS = 4000;
/** A link has to be found and reached, too. */
const SHOWN_WITH_LINK_MS = 8000;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * One line, visible and announced, that disappears by itself. The next one has its full time, and the element stays:
 * screen readers announce changes of what they know.
 */
export function sayLine(text: string, link?: HTMLAnchorElement) {
  const line = document.querySelector<HTMLElement>(".say") ?? document.body.appendChild(document.createElement("p"));
  line.className = "say";
  line.setAttribute("role", "status");
  line.replaceChildren(text, ...(link ? [" · ", link] : []));
  const clear = () => line.replaceChildren();
  link?.addEventListener("click", clear);
  clearTimeout(timer);
  timer = setTimeout(clear, link ? SHOWN_WITH_LINK_MS : SHOWN_MS);
}
