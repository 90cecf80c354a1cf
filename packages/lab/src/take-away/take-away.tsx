/** Takes a setting or a result elsewhere: a link, figures, data, an experiment. */
import { counted } from '@driftline/engine/display';
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { LONGEST_FRAGMENT } from '../setting/link.ts';
import { ExportDialog } from './export-dialog.tsx';
import { type LinkedTable, type LinkNews, linkNews } from './link-news.ts';
import { copyLink } from './links.ts';

/** Whether the dialog is open. */
const exporting = signal(false);

function openExport(): void {
  linkNews.value = undefined;
  exporting.value = true;
}

/** A link that the visitor has to copy, selected. */
function LinkByHand({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    // Another link may follow while this one is shown.
  }, [link]);
  return (
    <>
      <label for="link">Your browser does not allow copying. Copy this link:</label>
      <input id="link" ref={field} class="field" readOnly value={link} />
    </>
  );
}

/** That visitors should know before they pass it on: their own numbers go with the link. */
function copiedText(table: LinkedTable | undefined): string {
  if (table === undefined) return 'Link copied. It contains this setting.';
  const size = `${Math.max(1, Math.round(table.bytes / 1000))} kB`;
  return `Link copied. It also contains your table (${counted(table.rows, 'row')}, ${size}).`;
}

function NewsText({ news }: { news: LinkNews }) {
  switch (news.news) {
    case 'copied':
      return <p>{copiedText(news.table)}</p>;
    case 'by hand':
      return <LinkByHand link={news.link} />;
    case 'too long':
      return (
        <p>
          This environment’s table is too large for a link, which holds at most{' '}
          {LONGEST_FRAGMENT / 1000} kB.{' '}
          <button class="link" type="button" onClick={openExport}>
            Export the experiment and its table
          </button>{' '}
          instead.
        </p>
      );
    case 'trouble':
      return <p>{news.text}</p>;
  }
}

/** What became of a link. */
function LinkNote() {
  const news = linkNews.value;
  const isTrouble = news?.news === 'trouble' || news?.news === 'too long';
  return (
    <div class="link-note" role={isTrouble ? 'alert' : 'status'}>
      {news === undefined ? null : (
        <div class={`link-note-box ${isTrouble ? 'error' : ''}`}>
          <div>
            <NewsText key={news.news} news={news} />
          </div>
          <button
            class="button icon plain"
            type="button"
            aria-label="Close"
            onClick={() => {
              linkNews.value = undefined;
            }}
          >
            ✕
          </button>
        </div>
      )}
    </div>
  );
}

export function TakeAway() {
  return (
    <>
      <button class="button copy-link" type="button" onClick={copyLink}>
        Copy link
      </button>
      <button class="button" type="button" aria-haspopup="dialog" onClick={openExport}>
        Export
      </button>
      <LinkNote />
      {exporting.value ? (
        <ExportDialog
          close={() => {
            exporting.value = false;
          }}
        />
      ) : null}
    </>
  );
}
