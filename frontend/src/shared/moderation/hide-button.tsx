// For moderators: hides a text of somebody else from everybody but its author, or shows it again.

import { useState } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { ConfirmedButton } from '../ui/dialog/request-dialog.tsx'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { t } from '../i18n/t.ts'

const HideDialog = lazyDialog(async () => (await import('./hide-dialog.tsx')).HideDialog)

type HideButtonProps = {
  /** Names the text, for the reason that is typed and not sent. */
  id: string
  isHidden: boolean
  hide: (reason: string) => Promise<void>
  show: () => Promise<void>
}

export const HideButton = ({ id, isHidden, hide, show }: HideButtonProps) => {
  const [isOpen, setIsOpen] = useState(false)
  if (isHidden)
    return (
      <ConfirmedButton
        kind="quiet"
        size="small"
        label={t('moderation.unhide')}
        title={t('moderation.unhideTitle')}
        description={t('moderation.unhideDescription')}
        failureText={t('moderation.notShown')}
        run={show}
      />
    )
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setIsOpen(true)}>
        {t('moderation.hide')}
      </Button>
      {isOpen && <HideDialog id={id} hide={hide} onClose={() => setIsOpen(false)} />}
    </>
  )
}
