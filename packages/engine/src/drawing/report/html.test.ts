import { describe, expect, it } from 'vitest';
import { textElement } from '../figures/lettering.ts';
import { svgDocument } from '../figures/svg.ts';
import { WIDTHS } from '../figures/theme.ts';
import { figurePart } from './figure-part.ts';
import { escaped, Html, html, withSubscripts } from './html.ts';
import { pagePart, signedText, tablePart } from './parts.ts';

describe('html', () => {
  it('escapes every text that is put into it', () => {
    const name = `<script>alert("x")</script> & 'y'`;
    const text = html`<p title="${name}">${name}</p>`.text;
    expect(text).not.toContain('<script>');
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;');
  });

  it('leaves out what a terminal would obey', () => {
    expect(html`<p>${'a\u001b[31mb\u0007\u009b'}</p>`.text).toBe('<p>a[31mb</p>');
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

describe('figures', () => {
  const drawing = (text: string) =>
    svgDocument({
      width: WIDTHS.full,
      height: 20,
      title: 'A <title>',
      description: 'd',
      content: [textElement(0, 10, text)],
    });
  const figure = (name: string, text: string) => ({
    name,
    title: 'A <title>',
    caption: 'R_T',
    svg: drawing(text),
  });

  it('stand on a page that holds each of their glyphs once', () => {
    const parts = ['abc', 'bcd'].map((text, i) =>
      figurePart({ wide: figure(`f${i}`, text), narrow: figure(`f${i}`, text) }),
    );
    const page = pagePart({ title: 't', header: '', sections: parts, footer: '', fonts: [] });
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.sort()).toEqual(['figure-f0', 'figure-f1', 'r61', 'r62', 'r63', 'r64']);
    expect(page.match(/href="#r62"/g)).toHaveLength(4);
    expect(page).toContain('A &lt;title&gt;.');
  });

  it('take no glyphs along where there are none', () => {
    const page = pagePart({ title: 't', header: '', sections: [], footer: '', fonts: [] });
    expect(page).not.toContain('<svg');
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

  it('break names that would push the numbers out of sight', () => {
    const columns = [{ title: 'Policy', kind: 'name' }] as const;
    const cells = ['Sliding-window minimax-optimal strategy in the stochastic case'];
    const { text } = tablePart(columns, [{ cells }], { label: 'Regret' });
    expect(text).toContain('class="name long"');
  });

  it('write signs', () => {
    expect([signedText(1), signedText(-1), signedText(0)]).toEqual(['+1.0', '−1.0', '0.0']);
  });
});
