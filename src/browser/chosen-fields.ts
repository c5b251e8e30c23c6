/** Says beside the folded fields which age and rating are chosen. */
export function showChosen(form: Element) {
  const age = form.querySelector(".pick:has(:checked) .pick-name")?.textContent ?? "";
  const rating = form.querySelector<HTMLInputElement>("[name=rating]:checked")?.value;
  const place = form.querySelector("[data-chosen]");
  if (place) place.textContent = rating ? `${age} · ${rating}/5` : age;
}
