import { lazyDialog } from './lazy-dialog.tsx'

/** `DialogPanel`, of which all dialogs are made. Its script, with a library, is loaded when a dialog opens for the first time. */
export const BaseDialog = lazyDialog(async () => (await import('./dialog-panel.tsx')).DialogPanel)
