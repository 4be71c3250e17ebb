import { Share2 } from 'lucide-react'
import { isAbortError } from '../../http/request-failed.ts'
import { toast } from '../feedback/toast-store.ts'
import { Button } from './button.tsx'
import type { ButtonAppearance } from './button.tsx'
import { t } from '../messages/t.ts'

type ShareButtonProps = ButtonAppearance & {
  /** What the link leads to, for the menu of the device. */
  title: string
  /** A path of this site, with its query. */
  path: string
  children?: string
}

/** Shares an address of this site: with the menu of the device where there is one, or else by copying the link. */
export const ShareButton = ({ title, path, children = t('share'), ...appearance }: ShareButtonProps) => (
  <Button {...appearance} icon={<Share2 aria-hidden="true" />} onClick={() => void share(title, path)}>
    {children}
  </Button>
)

async function share(title: string, path: string): Promise<void> {
  const url = new URL(path, location.origin).href
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
    // Pages without https have no clipboard.
    await navigator.clipboard.writeText(url)
    toast({ id: 'share', kind: 'success', text: t('linkCopied') })
  } catch (error) {
    // The user closed the menu.
    if (isAbortError(error)) return
    toast({ id: 'share', kind: 'error', text: t('linkNotCopied', { url }) })
  }
}
