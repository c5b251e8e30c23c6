/** Each calls `__hit` if it is ever taken for anything but text: as markup, in an attribute, as an address. */
export const PAYLOADS: readonly string[] = [
  `<script>__hit()</script>`,
  `<ScRiPt >__hit()</sCrIpT >`,
  `<img src=x onerror=__hit()>`,
  `<img src=x onerror="__hit()">`,
  `<svg onload=__hit()>`,
  `<svg/onload=__hit()//`,
  `<svg><script>__hit()</script></svg>`,
  `<svg><animate onbegin=__hit() attributeName=x dur=1s>`,
  `<body onload=__hit()>`,
  `<details open ontoggle=__hit()><summary>x</summary></details>`,
  `<input autofocus onfocus=__hit()>`,
  `<select autofocus onfocus=__hit()></select>`,
  `<video><source onerror=__hit()></video>`,
  `<audio src=x onerror=__hit()></audio>`,
  `<iframe src="javascript:parent.__hit()"></iframe>`,
  `<iframe srcdoc="<script>parent.__hit()</script>"></iframe>`,
  `<object data="javascript:__hit()"></object>`,
  `<embed src="javascript:__hit()">`,
  `<a href="javascript:__hit()">press</a>`,
  `<form action="javascript:__hit()"><button>press</button></form>`,
  `<meta http-equiv="refresh" content="0;url=javascript:__hit()">`,
  `<base href="https://example.org/">`,
  `<link rel=stylesheet href="data:text/css,*{display:none}">`,
  `<style>@import "https://example.org/x.css";</style>`,
  `" onmouseover="__hit()" autofocus onfocus="__hit()" x="`,
  `' onmouseover='__hit()' autofocus onfocus='__hit()' x='`,
  `"><script>__hit()</script>`,
  `'><img src=x onerror=__hit()>`,
  `</title><script>__hit()</script>`,
  `</textarea><script>__hit()</script>`,
  `</script><script>__hit()</script>`,
  `--><script>__hit()</script><!--`,
  `]]><script>__hit()</script>`,
  `javascript:__hit()`,
  `JaVaScRiPt:__hit()//`,
  `\tjavascript:__hit()`,
  `data:text/html,<script>__hit()</script>`,
  `//example.org/%2f..`,
  `/\\example.org/<script>__hit()</script>`,
  `&lt;script&gt;__hit()&lt;/script&gt;&#60;img src=x onerror=__hit()&#62;`,
  "{{constructor.constructor('__hit()')()}} ${__hit()} `${__hit()}`",
  `\u202e<script>__hit()</script>\u202c<bdo dir=rtl onclick=__hit()>`,
];

const isMarkup = (payload: string) => /^\W*[<"']/.test(payload);

/** Payloads that fit together into a text. Markup works anywhere in one; an address only works alone. */
export function sharing(maxLength: number, payloads: readonly string[] = PAYLOADS): string[][] {
  const groups = payloads.filter((one) => !isMarkup(one)).map((one) => [one]);
  let group: string[] = [];
  for (const payload of payloads.filter(isMarkup)) {
    if (group.length > 0 && [...group, payload].join(" ").length > maxLength) {
      groups.push(group);
      group = [];
    }
    group.push(payload);
  }
  return group.length > 0 ? [...groups, group] : groups;
}
