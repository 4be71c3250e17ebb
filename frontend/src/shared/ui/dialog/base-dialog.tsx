import { lazyDialog } from './lazy-dialog.tsx'

/** What all dialogs share. The script of its panel, with a library, is loaded when a dialog opens for the first time. */
export const BaseDialog = lazyDialog(async () => (await import('./dialog-panel.tsx')).DialogPanel)
