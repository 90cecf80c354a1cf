/**
 * What other pages are made of: dialogs, panels, and what stands at the top.
 *
 * @module @driftline/lab/widgets
 */
export { Dialog } from '../widgets/dialog.tsx';
export { sentenceOf } from '../widgets/library-message.ts';
export { Panel } from '../widgets/panel.tsx';
export { Brand, ThemeButton } from '../widgets/top.tsx';
