// A picture on its way to the form for posting: pasted or dropped on another page, or shared from another app. It waits
// in the browser's own database, also while a guest signs in. Used by the pages and by the service worker.

/** What arrives at the form. */
export interface HandedOver {
  file: File;
  /** For the caption; empty if there are none. */
  words: string;
  /** Whose it is: the id of an account. Empty if that is not known yet, as for a guest. */
  person: string;
}

const DATABASE = "guffaw";
const STORE = "handed-over";
const KEY = "picture";
/** People who have not signed in by then have something else in mind. */
const MAX_AGE_MS = 3_600_000;

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(new Error("No database.")));
  });

/** One act on the store, all or nothing. */
async function inStore<T>(act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, "readwrite");
      const request = act(transaction.objectStore(STORE));
      transaction.addEventListener("complete", () => resolve(request.result));
      transaction.addEventListener("abort", () => reject(new Error("Not stored.")));
    });
  } finally {
    database.close();
  }
}

/** Replaces the one before. */
export const handOver = (picture: HandedOver): Promise<unknown> =>
  inStore((store) => store.put({ ...picture, at: Date.now() }, KEY));

/** Removes it, so that it arrives once. The next person at this browser does not get it. */
export async function takeHandedOver(person: string): Promise<HandedOver | undefined> {
  const kept = (await inStore((store) => {
    const request = store.get(KEY);
    request.addEventListener("success", () => store.delete(KEY));
    return request;
  })) as (HandedOver & { at: number }) | undefined;
  const isMeant = kept && ["", person].includes(kept.person) && Date.now() - kept.at < MAX_AGE_MS;
  return isMeant ? kept : undefined;
}
