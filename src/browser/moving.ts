const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Plays animations in lists while pointed at; with reduced motion, only when their button is pressed. */
export function playMoving() {
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    const stage = stageOf(target);
    if (stage && pointerType === "mouse" && !STILL.matches) play(stage);
  });
  document.addEventListener("pointerout", ({ target, relatedTarget, pointerType }) => {
    const stage = stageOf(target);
    if (stage && pointerType === "mouse" && !stage.contains(relatedTarget as Node | null)) stop(stage);
  });
  document.addEventListener("click", ({ target }) => {
    const stage = target instanceof Element && target.closest("[data-play]") ? stageOf(target) : undefined;
    if (!stage) return;
    if ("playing" in stage.dataset) stop(stage);
    else play(stage);
  });
}

const stageOf = (target: EventTarget | null) =>
  (target instanceof Element && target.closest<HTMLElement>("[data-stage]")) || undefined;

function play(stage: HTMLElement) {
  const image = stage.querySelector<HTMLImageElement>("img[data-moving]");
  if (!image || "playing" in stage.dataset) return;
  image.dataset.still = image.src;
  image.src = image.dataset.moving!;
  stage.dataset.playing = "";
  stage.querySelector("[data-play]")?.setAttribute("aria-pressed", "true");
}

function stop(stage: HTMLElement) {
  const image = stage.querySelector<HTMLImageElement>("img[data-still]");
  if (!image) return;
  image.src = image.dataset.still!;
  delete stage.dataset.playing;
  stage.querySelector("[data-play]")?.setAttribute("aria-pressed", "false");
}
