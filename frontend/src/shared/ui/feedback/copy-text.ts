import { toast } from './toast-store.ts'

/** Copies a text to the clipboard, and says whether it worked. */
export async function copyText(text: string, words: { copied: string; notCopied: string }): Promise<void> {
  const id = 'copy-text'
  try {
    // Pages without https have no clipboard.
    await navigator.clipboard.writeText(text)
    toast({ id, kind: 'success', text: words.copied })
  } catch {
    toast({ id, kind: 'error', text: words.notCopied })
  }
}
