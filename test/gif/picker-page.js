// Bundled for Chromium by browser.test.ts: a picker as people use it, with nothing changed but the address.
import { GifPicker } from "gif-picker-react";
import { Tenor } from "gif-picker-react/providers/tenor";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const { baseUrl, key } = Object.fromEntries(new URLSearchParams(location.search));
const onGifClick = ({ raw }) => (document.title = raw.itemurl);
const picker = createElement(GifPicker, { provider: Tenor(key, { baseUrl }), onGifClick });
createRoot(document.querySelector("#app")).render(picker);
