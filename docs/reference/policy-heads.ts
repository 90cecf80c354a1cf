/**
 * A plugin of TypeDoc. A policy's file begins with everything there is to know about it; the export
 * below it has no comment of its own. The reference shows that head as the export's comment.
 */
import { type Application, Comment, CommentTag, type Context, Converter } from 'typedoc';

const policyFile = /\/packages\/core\/src\/policies\/[^/]+\.ts$/;
const headComment = /^\/\*\*([\s\S]*?)\*\//;
/** The head's lines `Index: …` are the items of a list; unmarked, they would run together. */
const labelledLine = /^([A-Z][a-z]+(?: [a-z]+)?): /gm;

function readHead(source: string): Comment | undefined {
  const [, starred] = headComment.exec(source) ?? [];
  if (starred === undefined) return undefined;
  const text = starred.replace(/^ *\* ?/gm, '').trim();
  const [prose, ...examples] = text.split('@example');
  return new Comment(
    [{ kind: 'text', text: prose.replace(labelledLine, '- **$1:** ') }],
    examples.map(
      (example) =>
        new CommentTag('@example', [{ kind: 'code', text: `\`\`\`ts\n${example.trim()}\n\`\`\`` }]),
    ),
  );
}

export function load(application: Application): void {
  application.converter.on(Converter.EVENT_CREATE_DECLARATION, (context: Context, reflection) => {
    const declaration = context.getSymbolFromReflection(reflection)?.declarations?.[0];
    const file = declaration?.getSourceFile();
    if (file === undefined || !policyFile.test(file.fileName) || reflection.hasComment()) return;
    const head = readHead(file.text);
    if (head !== undefined) reflection.comment = head;
  });
}
