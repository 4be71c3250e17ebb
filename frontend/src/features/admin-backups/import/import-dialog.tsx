import type { ImportResponse } from '@thirty/contracts/api/admin/backups.ts'
import { Link } from 'react-router-dom'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { FileDrop } from '../../../shared/ui/forms/file-drop.tsx'
import { ServerProgress } from './server-progress.tsx'
import { useImport } from './use-import.ts'
import type { ImportState } from './use-import.ts'
import css from './import-dialog.module.css'

/** Imports the file of an exported backup, also one of another installation, and shows what was verified. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { state, send, cancel } = useImport()
  const close = () => {
    if (state.kind === 'sending') cancel()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Import a backup"
      description="Choose the file of an exported backup. Everything in it is verified before anything is written."
      width={520}
    >
      <div className={css.body}>
        {state.kind === 'done' ? (
          <Report response={state.response} onClose={onClose} />
        ) : (
          <>
            <FileField state={state} onFile={(file) => void send(file)} />
            <div className={css.actions}>
              <Button onClick={close}>{state.kind === 'sending' ? 'Cancel the import' : 'Cancel'}</Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

type FileFieldProps = { state: Exclude<ImportState, { kind: 'done' }>; onFile: (file: File) => void }

const FileField = ({ state, onFile }: FileFieldProps) => {
  if (state.kind === 'sending' && state.progress >= 1) return <ServerProgress {...state} />
  return (
    <>
      {state.kind === 'empty' && state.failure !== undefined && (
        <Banner
          kind="danger"
          live
          title={state.isOutcomeUnknown ? 'The connection was lost.' : 'Nothing was imported.'}
        >
          {state.isOutcomeUnknown
            ? 'The server may go on with the import. Choose the same file again: nothing is imported twice.'
            : state.failure}
        </Banner>
      )}
      <FileDrop
        label="File of the backup"
        content="file"
        accept=".gz,application/gzip"
        hint="A file that ends with .ndjson.gz"
        state={state.kind === 'sending' ? { ...state, kind: 'uploading' } : { kind: 'empty' }}
        onFile={onFile}
      />
    </>
  )
}

const Report = ({ response, onClose }: { response: ImportResponse; onClose: () => void }) => {
  const { backup, wasThere, verification } = response
  const facts = [
    ['Events', verification.events.toLocaleString('en')],
    ['Written by', `Thirty ${verification.productVersion}, format ${verification.formatVersion}`],
    ['Final hash', verification.finalHash],
    ['Leaderboard', verification.digest],
  ] as const
  return (
    <>
      <Banner kind={wasThere ? 'info' : 'success'} live>
        {wasThere ? (
          <>
            <bdi>{backup.name}</bdi> was imported before. Nothing has changed.
          </>
        ) : (
          <>
            <bdi>{backup.name}</bdi> is imported. Restore it when you want.
          </>
        )}
      </Banner>
      <section>
        <h3 className={css.heading}>Verified</h3>
        <dl className={css.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className={css.actions}>
        <Link className={css.link} to={paths.admin.backup(backup._id)} onClick={onClose}>
          Show it in the list
        </Link>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  )
}
