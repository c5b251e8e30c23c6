// Everything that runs in the browser, bundled into one file. Each element improves something that works without it,
// or is absent without scripts.
import { watchForms } from "./busy-forms.ts";
import { actOnCards } from "./card-actions.ts";
import { CopyCode } from "./copy-code.ts";
import { improveHeader } from "./header.ts";
import { FollowButton } from "./follow-button.ts";
import { keepPlace } from "./keep-place.ts";
import { listenToKeys } from "./keys.ts";
import { LiveBell } from "./live-bell.ts";
import { MemeFeed } from "./meme-feed.ts";
import { playMoving } from "./moving.ts";
import { offerPrint, PasskeyAdder, PasskeySignIn } from "./passkey.ts";
import { RateFaces } from "./rate-faces.ts";
import { SearchBox } from "./search-box.ts";
import { SectionNav } from "./section-nav.ts";
import { ShareLink } from "./share-link.ts";
import { SubmitForm } from "./submit-form.ts";
import { TryIt } from "./try-it.ts";

customElements.define("copy-code", CopyCode);
customElements.define("section-nav", SectionNav);
customElements.define("try-it", TryIt);
customElements.define("follow-button", FollowButton);
customElements.define("search-box", SearchBox);
customElements.define("submit-form", SubmitForm);
customElements.define("meme-feed", MemeFeed);
customElements.define("rate-faces", RateFaces);
customElements.define("share-link", ShareLink);
customElements.define("live-bell", LiveBell);
customElements.define("passkey-adder", PasskeyAdder);
customElements.define("passkey-sign-in", PasskeySignIn);
actOnCards();
improveHeader();
keepPlace();
listenToKeys();
offerPrint();
playMoving();
watchForms();
