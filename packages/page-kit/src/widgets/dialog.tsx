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
  const pressed = useRef<EventTarget | null>(null);
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // A dialog that has left the page gives focus back to nobody.
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the element itself.
    <dialog
      ref={element}
      id={id}
      class="dialog"
      aria-labelledby={`${id}-title`}
      onClose={() => {
        // It may come late, when this dialog is gone and another one is open.
        if (element.current !== null) close();
      }}
      onCancel={({ target }) => {
        // Escape. Fields for files send an event of the same name.
        if (target === element.current) close();
      }}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target }) => {
        // The content lies within another element. A press in it that ends beside it, as when text is
        // selected, is not a click beside it.
        if (target === element.current && pressed.current === target) close();
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
