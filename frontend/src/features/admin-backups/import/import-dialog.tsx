// Imports the file of an exported backup, also one of another installation, once its preview has said whose it is.

import type { ImportResponse } from '@thirty/contracts/backups/api.ts'
import { Link } from '../../../shared/navigation/router.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { formatNumber } from '../../../shared/i18n/locale.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { FileDrop } from '../../../shared/ui/forms/file-drop.tsx'
import { ImportPreview, signatureText } from './import-preview.tsx'
import { ServerProgress } from './server-progress.tsx'
import { useImport, type ImportState } from './use-import.ts'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import { Figures } from '../../../shared/ui/display/figures.tsx'
import css from './import-dialog.module.css'

export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { state, check, send, cancel, chooseAnother } = useImport()
  const close = () => {
    if (state.kind === 'sending') cancel()
    onClose()
  }
  return (
    <Dialog
      onClose={close}
      title={t('adminBackups.importTitle')}
      description={t('adminBackups.importText')}
      width={520}
    >
      <div className={layout.stack16}>
        {state.kind === 'done' && <Report response={state.response} onClose={onClose} />}
        {state.kind === 'checked' && (
          <ImportPreview
            {...state}
            onImport={() => void send(state.file)}
            onOther={chooseAnother}
            onClose={onClose}
          />
        )}
        {(state.kind === 'empty' || state.kind === 'sending') && (
          <>
            <FileField state={state} onFile={(file) => void check(file)} />
            <div className={css.actions}>
              <Button onClick={close}>
                {t(state.kind === 'sending' ? 'adminBackups.cancelImport' : 'common.cancel')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

type FileFieldProps = {
  state: Extract<ImportState, { kind: 'empty' | 'sending' }>
  onFile: (file: File) => void
}

const FileField = ({ state, onFile }: FileFieldProps) => {
  if (state.kind === 'sending' && state.progress >= 1) return <ServerProgress {...state} />
  return (
    <>
      {state.kind === 'empty' && state.failure !== undefined && (
        <Banner
          kind="danger"
          live
          title={t(state.isOutcomeUnknown ? 'common.connectionLost' : 'common.nothingImported')}
        >
          {state.isOutcomeUnknown ? t('adminBackups.mayGoOn') : state.failure}
        </Banner>
      )}
      <FileDrop
        label={t('adminBackups.fileOfBackup')}
        content="file"
        accept=".gz,application/gzip"
        hint={t('adminBackups.fileHint')}
        state={state.kind === 'sending' ? { ...state, kind: 'uploading' } : { kind: 'empty' }}
        onFile={onFile}
      />
    </>
  )
}

const Report = ({ response, onClose }: { response: ImportResponse; onClose: () => void }) => {
  const { backup, wasThere, verification } = response
  const facts = [
    [t('common.events'), formatNumber(verification.events)],
    [
      t('adminBackups.writtenBy'),
      t('adminBackups.writer', { version: verification.productVersion, format: verification.formatVersion }),
    ],
    [t('common.signature'), signatureText(verification)],
    [t('adminBackups.finalHash'), verification.finalHash],
    [t('common.leaderboard'), verification.digest],
  ] as const
  return (
    <>
      <Banner kind={wasThere ? 'info' : 'success'} live>
        {t.rich(wasThere ? 'adminBackups.wasThere' : 'adminBackups.isImported', { name: backup.name })}
      </Banner>
      <section>
        <h3 className={css.heading}>{t('adminBackups.verified')}</h3>
        <Figures className={css.facts} figures={facts} />
      </section>
      <div className={css.actions}>
        <Link className={css.link} to={paths.admin.backup(backup._id)} onClick={onClose}>
          {t('adminBackups.showInList')}
        </Link>
        <Button kind="primary" onClick={onClose}>
          {t('common.done')}
        </Button>
      </div>
    </>
  )
}
