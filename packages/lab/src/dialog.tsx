/** A modal dialog: Escape and a click beside it close it, and focus goes back to where it was. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export function Dialog(props: {
  id: string;
  title: string;
  close: () => void;
  children: ComponentChildren;
}) {
  const { id, title, close, children } = props;
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Closed before it goes, or focus would not go back.
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the element itself.
    <dialog
      ref={element}
      id={id}
      class="dialog"
      aria-labelledby={`${id}-title`}
      onClose={close}
      onClick={(event) => {
        // The dialog's own content lies within another element.
        if (event.target === element.current) close();
      }}
    >
      <div class="dialog-content">
        <div class="dialog-head">
          <h2 id={`${id}-title`}>{title}</h2>
          <button class="button icon plain" type="button" aria-label="Close" onClick={close}>
            ✕
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
