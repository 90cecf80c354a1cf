import { describe, expect, it } from 'vitest';
import { figurePart, inlineSvg } from './figure-part.ts';
import { escaped, Html, html, withSubscripts } from './html.ts';
import { signedText, tablePart } from './parts.ts';

describe('html', () => {
  it('escapes every text that is put into it', () => {
    const name = `<script>alert("x")</script> & 'y'`;
    const text = html`<p title="${name}">${name}</p>`.text;
    expect(text).not.toContain('<script>');
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;');
  });

  it('leaves HTML as it is, alone and in lists', () => {
    expect(html`${html`<b>1</b>`}${[new Html('<i>'), '<i>', 2]}`.text).toBe(
      '<b>1</b><i>&lt;i&gt;2',
    );
  });

  it('keeps a 0', () => {
    expect(html`<td>${0}</td>`.text).toBe('<td>0</td>');
    expect(escaped('a')).toBe('a');
  });

  it('sets subscripts', () => {
    expect(html`${withSubscripts('of R_T <here>')}`.text).toBe('of R<sub>T</sub> &lt;here&gt;');
  });
});

describe('inlineSvg', () => {
  const svg =
    '<?xml version="1.0"?>\n<svg aria-labelledby="a b"><clipPath id="a"/><g clip-path="url(#a)" id="b"><use href="#a"/></g></svg>';

  it('makes identifiers unique and keeps what points at them', () => {
    const { text } = inlineSvg({ name: 'My figure', title: '', caption: '', svg }, 'wide');
    expect(text).toBe(
      '<svg aria-labelledby="wide-my-figure-a wide-my-figure-b"><clipPath id="wide-my-figure-a"/><g clip-path="url(#wide-my-figure-a)" id="wide-my-figure-b"><use href="#wide-my-figure-a"/></g></svg>',
    );
  });

  it('stands twice on a page where there is a form for phones', () => {
    const figure = { name: 'f', title: 'A <title>', caption: 'R_T', svg };
    const { text } = figurePart({ wide: figure, narrow: figure });
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(text).toContain('A &lt;title&gt;.');
  });
});

describe('tables', () => {
  it('head rows and columns', () => {
    const { text } = tablePart(
      [
        { title: 'Policy', kind: 'name' },
        { title: 'Regret', kind: 'number' },
      ],
      [{ cells: ['<UCB1>', 3] }],
      { label: 'Regret' },
    );
    expect(text).toContain('<th scope="row" class="name">&lt;UCB1&gt;</th>');
    expect(text).toContain('<td class="number">3</td>');
  });

  it('write signs', () => {
    expect([signedText(1), signedText(-1), signedText(0)]).toEqual(['+1.0', '−1.0', '0.0']);
  });
});
