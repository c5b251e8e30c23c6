import { MAX_COLLECTION_NAME } from "../../../core/collections/create-collection.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import type { Collection } from "../../../entities/collection.ts";
import { Face } from "../components/face.tsx";
import { Button, Field, Form } from "../components/form.tsx";
import { Icon } from "../components/icon.tsx";
import { MemeGrid } from "../feed/meme-grid.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  collections: readonly Collection[];
  /** Undefined for everything that was saved. */
  current?: Collection | undefined;
  memes: MemeWithAuthor[];
  marks: Marks;
  next: string | undefined;
  /** The name that was typed, and why it was refused. */
  refused?: { name: string; sentence: string } | undefined;
}

/** What the viewer has saved: everything, or one collection. */
export const SavedPage = (props: Props) => {
  const { frame, current, memes, marks, next } = props;
  const { say } = useWords();
  return (
    <Layout frame={frame} title={current?.name ?? say("saved.title")} description={say("saved.description")} wide>
      <div class="saved-head">
        <h1 class="title">
          <bdi>{current?.name ?? say("saved.title")}</bdi>
        </h1>
        <Collections {...props} />
        {current ? <Tools {...props} current={current} /> : <Everything {...props} />}
      </div>
      <MemeGrid frame={frame} memes={memes} marks={marks} next={next} empty={<Empty {...props} />} />
    </Layout>
  );
};

const Collections = ({ frame, collections, current, refused }: Props) => {
  const { say } = useWords();
  const { root } = frame.site;
  const isNew = refused !== undefined && current === undefined;
  return (
    <div class="saved-collections">
      <nav class="tabs tabs-small" aria-label={say("saved.collections")}>
        <a href={`${root}/saved`} aria-current={current ? undefined : "page"}>
          {say("saved.everything")}
        </a>
        {collections.map(({ id, name }) => (
          <a href={`${root}/saved/${id}`} aria-current={id === current?.id ? "page" : undefined}>
            <bdi>{name}</bdi>
          </a>
        ))}
      </nav>
      <details class="tool" open={isNew}>
        <summary>
          <Icon name="plus" /> {say("saved.new")}
        </summary>
        <Form action={`${root}/saved`} class="tool-form" error={isNew ? refused.sentence : undefined}>
          <NameField id="new-name" value={isNew ? refused.name : undefined} />
          <Button small>{say("saved.create")}</Button>
        </Form>
      </details>
    </div>
  );
};

const NameField = ({ id, value }: { id: string; value: string | undefined }) => {
  const { say } = useWords();
  return <Field label={say("saved.name")} id={id} name="name" maxlength={MAX_COLLECTION_NAME} value={value} required />;
};

const Everything = ({ frame, memes }: Props) => (
  <div class="saved-tools">
    <p class="soft saved-who">{useWords().say("saved.private")}</p>
    {memes.length > 0 && <Download path={`${frame.site.root}/saved`} />}
  </div>
);

const Download = ({ path }: { path: string }) => (
  <form method="post" action={`${path}/download`}>
    <button class="tool-button">
      <Icon name="download" /> {useWords().say("meme.download")}
    </button>
  </form>
);

const Tools = ({ frame, current, refused }: Props & { current: Collection }) => {
  const { say } = useWords();
  const path = `${frame.site.root}/saved/${current.id}`;
  return (
    <div class="saved-tools">
      <Sharing frame={frame} current={current} />
      <details class="tool" open={refused !== undefined}>
        <summary>
          <Icon name="edit" /> {say("saved.rename")}
        </summary>
        <Form action={path} class="tool-form" error={refused?.sentence}>
          <NameField id="name" value={refused?.name ?? current.name} />
          <Button small>{say("saved.rename-button")}</Button>
        </Form>
      </details>
      <Download path={path} />
      <details class="tool">
        <summary>
          <Icon name="trash" /> {say("saved.delete")}
        </summary>
        <form method="post" action={`${path}/delete`} class="tool-form">
          <p>{say("saved.delete-lead")}</p>
          <button class="button button-small button-danger">{say("saved.delete-yes")}</button>
        </form>
      </details>
    </div>
  );
};

const Sharing = ({ frame: { site }, current: { id, shareKey } }: { frame: Frame; current: Collection }) => {
  const { say } = useWords();
  const path = `${site.root}/saved/${id}`;
  if (shareKey === undefined)
    return (
      <form method="post" action={`${path}/share`} class="saved-sharing">
        <p class="soft">{say("saved.private")}</p>
        <button class="button button-small button-quiet">
          <Icon name="share" /> {say("saved.share")}
        </button>
      </form>
    );
  const url = `${site.url}/shared/${shareKey}`;
  return (
    <div class="saved-sharing">
      <p class="soft">{say("saved.shared")}</p>
      <copy-link class="field field-row share-row">
        <label class="sr" for="share">
          {say("saved.link")}
        </label>
        <input id="share" readonly value={url} />
        <button type="button" class="button button-small button-quiet needs-scripts">
          <Icon name="link" /> {say("meme.copy")}
        </button>
      </copy-link>
      <details class="tool">
        <summary>
          <Icon name="lock" /> {say("saved.unshare")}
        </summary>
        <form method="post" action={`${path}/unshare`} class="tool-form">
          <p>{say("saved.unshare-hint")}</p>
          <button class="button button-small">{say("saved.unshare")}</button>
        </form>
      </details>
    </div>
  );
};

const Empty = ({ frame, current, next }: Props) => {
  const { say } = useWords();
  const words = next !== undefined ? "saved.none-shown" : current ? "saved.empty-collection" : "saved.empty";
  return (
    <>
      <Face grade={2} />
      <p>{say(words)}</p>
      <p class="actions">
        <a class="button" href={`${frame.site.root}/`}>
          {say("saved.find-some")}
        </a>
      </p>
    </>
  );
};
