// Adds or changes a saved text: the reason of a rejection or the feedback of a rating, which all admins can insert. If another admin has
// changed it meanwhile, shows both, and the admin decides; if another admin has deleted it, it can be saved again.

import type { NewerSavedText } from '@thirty/contracts/projects/later-changes-api.ts'
import type { SavedText, SavedTextContent } from '@thirty/contracts/saved-texts/api.ts'
import {
  maxReviewText,
  maxSavedTextTitle,
  type SavedTextKind,
} from '@thirty/contracts/saved-texts/saved-texts.ts'
import { useRef, useState } from 'react'
import { Field, TextArea } from '../ui/forms/field.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { request } from '../http/http.ts'
import { allSavedTexts } from './all-saved-texts.ts'
import { t, formatName } from '../i18n/t.ts'
import { Button } from '../ui/controls/button.tsx'
import { Time } from '../ui/display/time.tsx'
import { Banner } from '../ui/display/surfaces.tsx'
import layout from '../styles/layout.module.css'
import css from './saved-texts.module.css'

type SavedTextDialogProps = {
  kind: SavedTextKind
  initial: SavedTextContent
  /** The text that is edited, in the version that the admin has read; missing for a new text. */
  edited?: Pick<SavedText, 'id' | 'version'>
  onSaved?: (saved: Pick<SavedText, 'id'>) => void
  onClose: () => void
}

export const SavedTextDialog = ({ kind, initial, edited, onSaved, onClose }: SavedTextDialogProps) => {
  const [isNew, setIsNew] = useState(edited === undefined)
  const readVersion = useRef(edited?.version)
  const [newer, setNewer] = useState<NewerSavedText>()
  return (
    <FormDialog
      title={isNew ? t('savedTexts.add', { kind }) : t('savedTexts.edit', { kind })}
      description={t('savedTexts.forAllAdmins')}
      width={560}
      schema={async () => (await import('@thirty/contracts/saved-texts/api.ts')).savedTextContent(kind)}
      defaultValues={initial}
      failureText={t('savedTexts.notSaved')}
      // A new text may begin with what stands in a field: another one begins another text.
      unsent={`saved-text-${kind}-${edited?.id ?? initial.text}`}
      send={(content) => {
        if (isNew || edited === undefined)
          return allSavedTexts.after(
            request('POST', '/api/admin/saved-texts', { body: { kind, ...content } }),
          )
        const params = { savedTextId: edited.id }
        const body = { ...content, version: readVersion.current ?? edited.version }
        return allSavedTexts.after(request('PUT', '/api/admin/saved-texts/:savedTextId', { params, body }))
      }}
      doneText={({ savedText }) => t('savedTexts.savedFor', { title: savedText.title })}
      onDone={({ savedText }) => {
        onSaved?.(savedText)
        onClose()
      }}
      onFailure={({ status, newerText }) => {
        setNewer(newerText)
        if (status !== 404) return
        setIsNew(true)
        return t('savedTexts.deletedMeanwhile')
      }}
      isAsking={newer !== undefined}
      submitLabel={t('common.save')}
      busyText={t('common.saving')}
      onClose={onClose}
    >
      {(form) => {
        /** The admin has read the other text. */
        const accept = () => {
          readVersion.current = newer?.version
          setNewer(undefined)
          form.setFailure(undefined)
        }
        return (
          <>
            <Field
              {...form.text('title')}
              id="saved-text-title"
              label={t('common.title')}
              dir="auto"
              maxLength={maxSavedTextTitle}
            />
            <TextArea
              {...form.text('text')}
              id="saved-text-text"
              label={t('common.text')}
              hint={t('savedTexts.placeholders', placeholderNames)}
              dir="auto"
              rows={5}
              maxLength={maxReviewText[kind]}
              counter
              value={form.control('text').value}
            />
            {newer && (
              <div className={layout.stack12}>
                <Banner kind="warning" live>
                  {t.rich('savedTexts.changedMeanwhile', {
                    name: formatName(newer.byName),
                    time: () => <Time at={newer.at} />,
                  })}
                </Banner>
                <TextOfOther newer={newer} />
                <div className={layout.cluster8}>
                  <Button
                    size="small"
                    onClick={() => {
                      form.fields.setValue('title', newer.title)
                      form.fields.setValue('text', newer.text)
                      accept()
                    }}
                  >
                    {t('savedTexts.useTheirs')}
                  </Button>
                  <Button
                    size="small"
                    onClick={() => {
                      accept()
                      form.props.ref.current?.requestSubmit()
                    }}
                  >
                    {t('savedTexts.keepMine')}
                  </Button>
                </div>
              </div>
            )}
          </>
        )
      }}
    </FormDialog>
  )
}

/** Title and text as another admin left them. */
export const TextOfOther = ({ newer: { title, text } }: { newer: NewerSavedText }) => (
  <dl className={css.other}>
    <dt>{t('savedTexts.theirs')}</dt>
    <dd>
      <strong dir="auto">{title}</strong>
      <span dir="auto">{text}</span>
    </dd>
  </dl>
)

/** The placeholders as admins type them, for messages that name them. */
export const placeholderNames = { name: '{name}', project: '{project}', day: '{day}' } as const
