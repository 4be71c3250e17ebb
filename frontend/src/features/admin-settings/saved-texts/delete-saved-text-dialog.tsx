// Deletes a saved text after a confirmation. If another admin has changed it meanwhile, shows that text first.

import { useState } from 'react'
import type { NewerSavedText } from '@thirty/contracts/saved-texts/newer-saved-text-api.ts'
import type { SavedText } from '@thirty/contracts/saved-texts/api.ts'
import { formatName } from '../../../shared/format/format-name.ts'
import { RequestFailed, errorMessage, isNotFound } from '../../../shared/http/request-failed.ts'
import { TextOfOther } from '../../../shared/saved-texts/newer-text.tsx'
import { deleteSavedText } from '../../../shared/saved-texts/all-saved-texts.ts'
import { AlertDialog } from '../../../shared/ui/dialog/alert-dialog.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { t } from '../../../shared/i18n/t.ts'

export const DeleteSavedTextDialog = ({ saved, onClose }: { saved: SavedText; onClose: () => void }) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [newer, setNewer] = useState<NewerSavedText>()
  const confirm = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await deleteSavedText({ id: saved.id, version: newer?.version ?? saved.version })
      onClose()
    } catch (error) {
      // Another admin was first.
      if (isNotFound(error)) return onClose()
      const change = error instanceof RequestFailed ? error.newerText : undefined
      if (change) setNewer(change)
      else setFailure(errorMessage(error, t('adminSettings.savedTextNotDeleted')))
      setBusy(false)
    }
  }
  return (
    <AlertDialog
      onClose={onClose}
      kind="danger"
      title={t('adminSettings.deleteSavedTextQuestion', { title: newer?.title ?? saved.title })}
      description={t('adminSettings.deleteSavedTextText')}
      confirmLabel={t('common.delete')}
      busy={busy}
      busyText={t('common.deleting')}
      error={failure}
      onConfirm={() => void confirm()}
    >
      {newer && (
        <>
          <Banner kind="warning" live>
            {t.rich('adminSettings.readFirst', {
              name: formatName(newer.byName),
              time: () => <Time at={newer.at} />,
            })}
          </Banner>
          <TextOfOther newer={newer} />
        </>
      )}
    </AlertDialog>
  )
}
