import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { t } from '../messages/t.ts'

/** Copies a link to the clipboard, and says whether it worked. */
export async function copyLink(link: string): Promise<void> {
  try {
    // Pages without https have no clipboard.
    await navigator.clipboard.writeText(link)
    toast({ id: 'invitation-link', kind: 'success', text: t('copied') })
  } catch {
    toast({ id: 'invitation-link', kind: 'error', text: t('notCopied') })
  }
}
