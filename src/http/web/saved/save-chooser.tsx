import { MAX_COLLECTION_NAME } from "../../../core/collections/create-collection.ts";
import type { Save } from "../../../core/collections/read-save.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Collection } from "../../../entities/collection.ts";
import { Button, Field, Form } from "../components/form.tsx";
import { Icon } from "../components/icon.tsx";
import { Picture } from "../components/picture.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  one: MemeWithAuthor;
  save: Save;
  /** The name that was typed, and why it was refused. */
  refused?: { name: string; sentence: string };
}

/** Where to keep a meme. Scripts show only the chooser, in a dialog. */
export const SaveChooserPage = (props: Props) => {
  const { say } = useWords();
  const { frame, one } = props;
  return (
    <Layout frame={frame} title={say("saved.chooser")} description={say("saved.description")}>
      <div class="form-page">
        <a class="save-picture" href={`${frame.site.root}/meme/${one.meme.id}`}>
          <Picture frame={frame} meme={one.meme} sizes="27rem" eager still />
          <span class="sr">{say("saved.back-to-meme")}</span>
        </a>
        <Chooser {...props} />
      </div>
    </Layout>
  );
};

const Chooser = ({ frame, one: { meme }, save: { savedAt, collections }, refused }: Props) => {
  const { say } = useWords();
  const path = `${frame.site.root}/meme/${meme.id}`;
  return (
    <section class="save-chooser" data-save-chooser data-saved={savedAt === undefined ? undefined : ""}>
      <h1 class="save-title" tabindex={-1}>
        {say("saved.chooser")}
      </h1>
      {savedAt === undefined && (
        <form method="post" action={`${path}/save`}>
          <button class="button">
            <Icon name="bookmark" /> {say("saved.save")}
          </button>
        </form>
      )}
      {collections.length === 0 ? (
        <p class="soft">{say("saved.no-collections")}</p>
      ) : (
        <ul class="rows save-list">
          {collections.map(({ collection, holds }) => (
            <li>
              <Place path={path} collection={collection} holds={holds} />
            </li>
          ))}
        </ul>
      )}
      <Form action={`${path}/save`} error={refused?.sentence} class="save-new">
        <Field label={say("saved.new")} name="name" maxlength={MAX_COLLECTION_NAME} value={refused?.name} required />
        <Button small kind="quiet">
          {say("saved.create-with")}
        </Button>
      </Form>
      <div class="actions">
        {savedAt !== undefined && (
          <form method="post" action={`${path}/unsave`}>
            <button class="button button-small button-quiet">{say("saved.unsave")}</button>
          </form>
        )}
        <a class="button button-small" href={path} data-save-close>
          {say("saved.done")}
        </a>
      </div>
    </section>
  );
};

/** One button for each collection: it adds the meme, or takes it out. */
const Place = ({ path, collection, holds }: { path: string; collection: Collection; holds: boolean }) => {
  const { say } = useWords();
  return (
    <form method="post" action={`${path}/${holds ? "unsave" : "save"}`}>
      <input type="hidden" name="collection" value={collection.id} />
      <button
        class="save-place"
        aria-label={say(holds ? "saved.remove-from" : "saved.add-to", { name: collection.name })}
      >
        <span class={holds ? "save-tick save-tick-on" : "save-tick"}>{holds && <Icon name="check" />}</span>
        <bdi>{collection.name}</bdi>
        {collection.shareKey !== undefined && <Icon name="link" />}
      </button>
    </form>
  );
};
