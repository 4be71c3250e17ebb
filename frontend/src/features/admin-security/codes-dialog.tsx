// New recovery codes, which are shown this once. Only its button closes it.

import { useEffect } from 'react'
import { Copy, Download } from 'lucide-react'
import { saveFile } from '../../shared/http/save-file.ts'
import { holdChecks, useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { copyText } from '../../shared/ui/feedback/copy-text.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './security.module.css'

type CodesDialogProps = { codes: readonly string[]; onClose: () => void }

export const CodesDialog = ({ codes, onClose }: CodesDialogProps) => {
  useEffect(holdChecks, [])
  const session = useSession((store) => store.session)
  const email = session.kind === 'admin' ? session.user.email : ''
  const text = [t('adminSecurity.fileHead', { email, site: window.location.host }), '', ...codes, ''].join(
    '\n',
  )
  const copy = () =>
    copyText(codes.join('\n'), { copied: t('adminSecurity.copied'), notCopied: t('adminSecurity.notCopied') })
  return (
    <AlertDialog
      onClose={onClose}
      isDismissible={false}
      title={t('adminSecurity.yourCodes')}
      description={t('adminSecurity.yourCodesText')}
      confirmLabel={t('adminSecurity.done')}
      cancelLabel={null}
      onConfirm={onClose}
    >
      <ul className={css.codes} aria-label={t('adminSecurity.yourCodes')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={layout.cluster8}>
        <Button
          icon={<Download />}
          onClick={() => saveFile(new File([text], 'thirty-recovery-codes.txt', { type: 'text/plain' }))}
        >
          {t('adminSecurity.download')}
        </Button>
        <Button icon={<Copy />} onClick={() => void copy()}>
          {t('common.copy')}
        </Button>
      </div>
    </AlertDialog>
  )
}
