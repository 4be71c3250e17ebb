// A button that shares an address of this site, in the language of the page: with the menu of the device where there is one, or else by
// copying the link. And a button that copies a text.

import { Copy, Share2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { isAbortError } from '../../http/request-failed.ts'
import { defaultLanguage } from '@thirty/contracts/languages/languages.ts'
import { activeLanguage } from '../../i18n/active-language.ts'
import { toast } from '../feedback/toast-store.ts'
import { Button, type ButtonAppearance } from './button.tsx'
import { t } from '../../i18n/t.ts'

type ShareButtonProps = ButtonAppearance & {
  /** What the link leads to, for the menu of the device. */
  title: string
  /** A path of this site, with its query. */
  path: string
}

export const ShareButton = ({ title, path, ...appearance }: ShareButtonProps) => (
  <Button {...appearance} icon={<Share2 />} onClick={() => void share(title, path)}>
    {t('ui.share')}
  </Button>
)

/** The link says its language: sites that show what a link leads to rarely know the language of their readers. */
function sharedUrl(path: string): string {
  const url = new URL(path, location.origin)
  if (activeLanguage.complete && activeLanguage.code !== defaultLanguage)
    url.searchParams.set('language', activeLanguage.code)
  return url.href
}

async function share(title: string, path: string): Promise<void> {
  const url = sharedUrl(path)
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
  } catch (error) {
    // The user closed the menu.
    if (isAbortError(error)) return
  }
  await copyText(url, { copied: t('common.linkCopied'), notCopied: t('ui.linkNotCopied', { url }) })
}

type Words = { copied: string; notCopied: string }

type CopyButtonProps = ComponentProps<typeof Button> & Words & { text: string }

export const CopyButton = ({ text, copied, notCopied, ...button }: CopyButtonProps) => (
  <Button icon={<Copy />} {...button} onClick={() => void copyText(text, { copied, notCopied })}>
    {button.children ?? t('common.copy')}
  </Button>
)

/** Copies a text to the clipboard, and says whether it worked. */
async function copyText(text: string, words: Words): Promise<void> {
  const id = 'copy-text'
  try {
    // Pages without https have no clipboard.
    await navigator.clipboard.writeText(text)
    toast({ id, kind: 'success', text: words.copied })
  } catch {
    toast({ id, kind: 'error', text: words.notCopied })
  }
}
