import { Pan, type Place } from "./zoom-place.ts";
import { say } from "./words.ts";

const STEP = 1.5;
const CLOSER = 2.5;
/** Pixels that an arrow key moves the picture by. */
const STRIDE = 80;
/** A finger that moves no further has tapped. */
const SLIP = 8;
const DOUBLE_TAP_MS = 300;

/** Opens the picture of a link in full size, over the page. Without scripts the link leads to the file. */
export function watchZoom() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-zoom]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    // By keyboard, one reaches a mature picture below its curtain: that is opened first.
    const curtain = link.parentElement?.querySelector<HTMLInputElement>(".curtain input:not(:checked)");
    if (curtain) curtain.focus();
    else new ZoomView(link).open();
  });
}

class ZoomView {
  #dialog = document.createElement("dialog");
  #image = document.createElement("img");
  #pan: Pan;
  /** Pointers that touch it, by id. */
  #touching = new Map<number, Place>();
  #moved = 0;
  #tapped = { at: -Infinity, x: 0, y: 0 };

  constructor(private link: HTMLAnchorElement) {
    const shown = link.querySelector("img");
    this.#dialog.className = link.querySelector(".picture-clear") ? "zoom-view zoom-clear" : "zoom-view";
    this.#dialog.ariaLabel = say("browser.zoom");
    this.#image.alt = shown?.alt ?? "";
    this.#image.draggable = false;
    const [width, height] = link.dataset.zoom!.split("x").map(Number) as [number, number];
    this.#pan = new Pan(width, height);
    Object.assign(this.#image, { width, height });
    // What the page shows is there at once; the file takes its place when it has come.
    if (shown) this.#image.src = shown.currentSrc || shown.src;
    const file = new Image();
    file.addEventListener("load", () => (this.#image.src = file.src));
    file.src = link.href;
    this.#dialog.append(this.#image, this.#tools());
  }

  open() {
    const dialog = this.#dialog;
    document.body.append(dialog);
    dialog.showModal();
    this.#start();
    const resize = () => this.#start();
    window.addEventListener("resize", resize);
    dialog.addEventListener("close", () => {
      window.removeEventListener("resize", resize);
      dialog.remove();
      this.link.focus();
    });
    dialog.addEventListener("keydown", (event) => this.#press(event));
    dialog.addEventListener("wheel", (event) => this.#roll(event), { passive: false });
    dialog.addEventListener("pointerdown", (event) => this.#touch(event));
    dialog.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"] as const)
      dialog.addEventListener(end, (event) => this.#lift(event));
  }

  #tools() {
    const tools = document.createElement("div");
    tools.className = "zoom-tools";
    const add = (sign: string, name: string, act: () => void) => {
      const button = tools.appendChild(document.createElement("button"));
      button.type = "button";
      button.textContent = sign;
      button.ariaLabel = name;
      button.addEventListener("click", act);
    };
    add("−", say("browser.zoom-out"), () => this.#zoom(1 / STEP));
    add("+", say("browser.zoom-in"), () => this.#zoom(STEP));
    add("×", say("browser.close"), () => this.#dialog.close());
    return tools;
  }

  #start() {
    this.#pan.start(this.#dialog.clientWidth, this.#dialog.clientHeight);
    this.#draw();
  }

  #draw() {
    const { x, y, scale } = this.#pan;
    this.#image.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  #zoom(by: number, at?: Place) {
    this.#pan.zoom(by, at);
    this.#draw();
  }

  #shift(dx: number, dy: number) {
    this.#pan.shift(dx, dy);
    this.#draw();
  }

  #press(event: KeyboardEvent) {
    // The page's own shortcuts are for the page.
    event.stopPropagation();
    const act = {
      "+": () => this.#zoom(STEP),
      "=": () => this.#zoom(STEP),
      "-": () => this.#zoom(1 / STEP),
      "0": () => this.#start(),
      ArrowLeft: () => this.#shift(STRIDE, 0),
      ArrowRight: () => this.#shift(-STRIDE, 0),
      ArrowUp: () => this.#shift(0, STRIDE),
      ArrowDown: () => this.#shift(0, -STRIDE),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  #roll(event: WheelEvent) {
    event.preventDefault();
    this.#zoom(Math.exp(-Math.max(-100, Math.min(100, event.deltaY)) / 300), placeOf(event));
  }

  #touch(event: PointerEvent) {
    if (isTool(event)) return;
    if (this.#touching.size === 0) this.#moved = 0;
    this.#touching.set(event.pointerId, placeOf(event));
    this.#dialog.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent) {
    const before = this.#touching.get(event.pointerId);
    if (!before) return;
    const now = placeOf(event);
    this.#moved += distance(before, now);
    const [other] = [...this.#touching].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    this.#touching.set(event.pointerId, now);
    if (!other) return this.#shift(now.x - before.x, now.y - before.y);
    this.#zoom(distance(now, other) / Math.max(1, distance(before, other)), middle(before, other));
    this.#shift((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  #lift(event: PointerEvent) {
    if (!this.#touching.delete(event.pointerId) || this.#touching.size > 0) return;
    if (event.type === "pointercancel" || this.#moved > SLIP) return;
    this.#tap(event);
  }

  /** Twice brings it closer, or back; once beside the picture closes it. */
  #tap(event: PointerEvent) {
    const place = placeOf(event);
    const isSecond = event.timeStamp - this.#tapped.at < DOUBLE_TAP_MS && distance(place, this.#tapped) < 40;
    this.#tapped = { at: isSecond ? -Infinity : event.timeStamp, ...place };
    if (!this.#pan.covers(place)) return this.#dialog.close();
    if (!isSecond) return;
    if (this.#pan.isCloser) this.#start();
    else this.#zoom(CLOSER, place);
  }
}

const isTool = ({ target }: Event) => target instanceof Element && target.closest("button") !== null;
const placeOf = ({ clientX, clientY }: MouseEvent): Place => ({ x: clientX, y: clientY });
const distance = (one: Place, other: Place) => Math.hypot(one.x - other.x, one.y - other.y);
const middle = (one: Place, other: Place): Place => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
