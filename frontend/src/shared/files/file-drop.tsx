// A field for one file, which can be chosen, dropped or pasted, with its preview and progress. The screen validates and uploads it.

import { useEffect, useRef, useState, type ComponentProps, type DragEvent } from 'react'
import { ArrowDownToLine, FileArchive, FileUp, ImagePlus } from 'lucide-react'
import { Button } from '../ui/controls/button.tsx'
import { FieldFrame, type FieldLabelProps } from '../ui/forms/field.tsx'
import { FullText } from '../ui/controls/tooltip.tsx'
import { Screenshot } from '../projects/project-parts.tsx'
import { SlashProgress } from '../ui/progress/slash-bars.tsx'
import hidden from '../styles/visually-hidden.module.css'
import { t } from '../i18n/t.ts'
import { formatBytes } from '../http/download.ts'
import layout from '../styles/layout.module.css'
import words from '../styles/words.module.css'
import css from './file-drop.module.css'

type FileDropProps = Pick<FieldLabelProps, 'label' | 'hint' | 'error'> &
  Pick<ComponentProps<'input'>, 'id' | 'name' | 'accept'> & {
    /** The chosen file; `preview` is the URL of the image. */
    file?: { name: string; bytes?: number | undefined; preview?: string } | undefined
    /** While it is uploaded: what the browser has handed to the network, 0 to 1. */
    progress?: number | undefined
    onFile: (file: File) => void
    onRemove?: () => void
  }

/** Without `accept` it is for an image, which has a preview. */
export const FileDrop = ({ label, hint, error, id, onFile, onRemove, ...props }: FileDropProps) => {
  const { file, progress, name, accept } = props
  const isImage = accept === undefined
  const size = file?.bytes === undefined ? '' : formatBytes(file.bytes)
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A file that is dropped beside the field does not replace the page.
    const gone = new AbortController()
    for (const type of ['dragover', 'drop'])
      addEventListener(type, (event) => event.preventDefault(), { signal: gone.signal })
    return () => gone.abort()
  }, [])
  const acceptFirst = (files: FileList | null) => {
    if (files?.[0]) onFile(files[0])
  }
  const trackDrag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsDraggedOver(inside)
  }
  const choose = (
    <p className={css.empty}>
      {isImage ? <ImagePlus /> : <FileUp />}
      <span>
        {t.rich(isImage ? 'forms.chooseImage' : 'forms.chooseFile', {
          action: (text) => <strong>{text}</strong>,
        })}
      </span>
      <span className={words.faint}>{hint}</span>
    </p>
  )
  const dropHere = (
    <p className={css.over}>
      <ArrowDownToLine />
      {t('forms.dropToAdd')}
    </p>
  )
  const chosen = file && (
    <div className={css.file}>
      {isImage ? (
        <div className={css.picture}>
          <Screenshot project={{ projectName: t('forms.yourProject'), imageUrl: file.preview }} isMain />
        </div>
      ) : (
        <FileArchive className={css.fileIcon} />
      )}
      <div className={css.words}>
        <FullText className={css.name} text={file.name} />
        {progress !== undefined ? (
          <Uploading size={size} progress={progress} />
        ) : (
          <>
            {size && <span className={words.faint}>{size}</span>}
            <span className={layout.cluster8}>
              <Button size="small" onClick={() => input.current?.click()}>
                {t('forms.replace')}
              </Button>
              {onRemove && (
                <Button size="small" kind="quiet" onClick={onRemove}>
                  {t('common.remove')}
                </Button>
              )}
            </span>
          </>
        )}
      </div>
    </div>
  )

  return (
    <FieldFrame {...{ label, error, id }}>
      {(controlProps) => (
        <div
          className={css.drop}
          data-over={isDraggedOver || undefined}
          data-wrong={controlProps['aria-invalid']}
          data-filled={file && ''}
          onDragEnter={trackDrag(true)}
          onDragOver={trackDrag(true)}
          onDragLeave={trackDrag(false)}
          onDrop={(event) => {
            trackDrag(false)(event)
            acceptFirst(event.dataTransfer.files)
          }}
          onPaste={(event) => acceptFirst(event.clipboardData.files)}
        >
          <input
            {...controlProps}
            name={name}
            accept={accept ?? 'image/*'}
            ref={input}
            type="file"
            className={file ? hidden.visuallyHidden : css.cover}
            onChange={(event) => {
              acceptFirst(event.target.files)
              // Without this, choosing the same file again would fire no change event.
              event.target.value = ''
            }}
          />
          {isDraggedOver ? dropHere : (chosen ?? choose)}
        </div>
      )}
    </FieldFrame>
  )
}

const Uploading = ({ size, progress }: { size: string; progress: number }) => {
  // On a slow line the last parts are on their way for a minute and more; only the answer of the server says that all has arrived.
  const share = Math.min(progress, 0.99)
  const percent = Math.round(share * 100)
  return (
    <>
      <span className={words.faint}>
        {progress < 1 ? t('forms.uploaded', { size, percent }) : t('forms.sendingRest', { size })}
      </span>
      <SlashProgress
        total={20}
        done={share * 20}
        height={14}
        label={t('forms.upload')}
        valueText={t('forms.percentUploaded', { percent })}
      />
    </>
  )
}
