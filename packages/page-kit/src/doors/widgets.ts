/**
 * Widgets that the pages share: dialogs, panels, the top bar, the theme, and saving a file.
 *
 * @module @driftline/page-kit/widgets
 */
export { Dialog } from '../widgets/dialog.tsx';
export { sentenceOf } from '../widgets/library-message.ts';
export { Panel } from '../widgets/panel.tsx';
export { save } from '../widgets/save.ts';
export { theme } from '../widgets/theme.ts';
export { Brand, ThemeButton } from '../widgets/top.tsx';
