/** The picker's own look. A page changes it by these custom properties. */
export const STYLE = `
:host {
  --picker-paper: light-dark(#fcf7ec, #171411);
  --picker-ink: light-dark(#231a12, #fbf2e4);
  --picker-soft: light-dark(#6a5c4e, #b6a58f);
  --picker-edge: light-dark(#d9cdb8, #3b332a);
  --picker-accent: #ff8a4c;
  display: flex; flex-direction: column; gap: 0.5rem; box-sizing: border-box; color-scheme: light dark;
  width: 22rem; max-width: 100%; height: 26rem; max-height: 100%; padding: 0.75rem; border: 1px solid var(--picker-edge);
  border-radius: 0.75rem; background: var(--picker-paper); color: var(--picker-ink);
  font: 1rem/1.4 system-ui, sans-serif;
}
:host([hidden]) { display: none; }
input, button { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--picker-accent); outline-offset: 1px; }
input {
  box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0 0.75rem; border: 2px solid var(--picker-soft);
  border-radius: 0.5rem; background: transparent;
}
[part=tags] { display: flex; gap: 0.375rem; overflow-x: auto; padding: 3px; scrollbar-width: thin; }
[part=tags]:empty { display: none; }
[part=tags] button, [part=more] {
  flex: none; min-height: 2rem; padding: 0 0.75rem; border: 1px solid var(--picker-soft); border-radius: 1rem;
  background: transparent; cursor: pointer;
}
[part=scroll] { flex: 1; min-height: 0; overflow-y: auto; padding: 3px; }
ul {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); gap: 0.375rem; margin: 0; padding: 0;
  list-style: none;
}
li button {
  display: block; width: 100%; padding: 0; overflow: hidden; border: 0; border-radius: 0.5rem; cursor: pointer;
  background: var(--color, var(--picker-edge));
}
img { display: block; width: 100%; aspect-ratio: 1; object-fit: contain; }
[part=status] { margin: 0; color: var(--picker-soft); }
[part=status]:empty { display: none; }
[part=more] { display: block; margin: 0.5rem auto 0; }
[part=more][hidden] { display: none; }
`;
