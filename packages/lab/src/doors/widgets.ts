/**
 * What other pages are made of: dialogs, panels, what stands at the top, and how a file is saved.
 *
 * @module @driftline/lab/widgets
 */
export { save } from '../take-away/save.ts';
export { Dialog } from '../widgets/dialog.tsx';
export { sentenceOf } from '../widgets/library-message.ts';
export { Panel } from '../widgets/panel.tsx';
export { Brand, ThemeButton } from '../widgets/top.tsx';
