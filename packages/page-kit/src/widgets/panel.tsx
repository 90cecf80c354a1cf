import type { ComponentChildren } from 'preact';

/** A panel: what it is, the sentence that its results say, its controls, and the rest. */
export function Panel(props: {
  id: string;
  title: string;
  sentence: ComponentChildren;
  controls?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { id, title, sentence, controls, children } = props;
  return (
    <section class="panel" id={id} aria-labelledby={`${id}-title`}>
      <div class="panel-head">
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          <p class="sentence">{sentence}</p>
        </div>
        {controls === undefined ? null : <div class="panel-controls">{controls}</div>}
      </div>
      {children}
    </section>
  );
}
