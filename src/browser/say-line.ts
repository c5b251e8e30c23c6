const SHOWN_MS = 4000;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * One line, visible and announced, that disappears by itself. The next one has its full time, and the element stays:
 * screen readers announce changes of what they know.
 */
export function sayLine(text: string) {
  const line = document.querySelector<HTMLElement>(".say") ?? document.body.appendChild(document.createElement("p"));
  line.className = "say";
  line.setAttribute("role", "status");
  line.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => (line.textContent = ""), SHOWN_MS);
}
