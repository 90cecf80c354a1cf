/**
 * A plugin of TypeDoc. Portable code has no private members, as AssemblyScript keeps none apart. The
 * reference shows of a part's class what an interface documents or its own comment explains; the rest is
 * how it works inside.
 */
import { type Application, type Context, Converter, ReflectionKind } from 'typedoc';

const MEMBER = ReflectionKind.Method | ReflectionKind.Property;
/** After comments were taken over from interfaces. */
const LAST = -1000;

export function load(application: Application): void {
  application.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }: Context) => {
      for (const member of project.getReflectionsByKind(MEMBER)) {
        const isPart =
          member.parent?.kindOf(ReflectionKind.Class) === true &&
          project.getSymbolIdFromReflection(member)?.packagePath.startsWith('src/portable/') ===
            true;
        const signatures = (member.isDeclaration() && member.signatures) || [];
        const isExplained =
          member.hasComment() || signatures.some((signature) => signature.hasComment());
        if (isPart && !isExplained) project.removeReflection(member);
      }
    },
    LAST,
  );
}
