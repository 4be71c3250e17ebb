// Lists the saved texts of each kind. Reviewers add, edit and delete them.

import { useState } from 'react'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import type { NewerSavedText } from '@thirty/contracts/projects/later-changes-api.ts'
import type { SavedText } from '@thirty/contracts/saved-texts/api.ts'
import { maxSavedTexts, type SavedTextKind } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { RequestFailed } from '../../../shared/http/request-failed.ts'
import { request } from '../../../shared/http/http.ts'
import { untilGone, useLiveData } from '../../../shared/live/live-data.ts'
import { SavedTextDialog, TextOfOther } from '../../../shared/saved-texts/saved-text-dialog.tsx'
import { SavedTextSummary } from '../../../shared/saved-texts/saved-text-field.tsx'
import { allSavedTexts, findSavedTexts } from '../../../shared/saved-texts/all-saved-texts.ts'
import { Allowed, ReadOnlyNotice } from '../../../shared/team/permissions.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { FilterGroup } from '../../../shared/ui/controls/segments.tsx'
import { PlainIconButton } from '../../../shared/ui/controls/icon-button.tsx'
import { RequestDialog, Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { Banner } from '../../../shared/ui/display/surfaces.tsx'
import { NoMatches } from '../../../shared/ui/feedback/states.tsx'
import { SearchField } from '../../../shared/ui/forms/search-field.tsx'
import { t, formatName } from '../../../shared/i18n/t.ts'
import words from '../../../shared/styles/words.module.css'
import css from './manage-saved-texts.module.css'

export const ManageSavedTextsDialog = ({ onClose }: { onClose: () => void }) => {
  const [kind, setKind] = useState<SavedTextKind>('rejection')
  const [search, setSearch] = useState('')
  /** The form of a text, or of a new one. */
  const [form, setForm] = useState<{ edited?: SavedText }>()
  const [deleted, setDeleted] = useState<SavedText>()
  const texts = useLiveData(allSavedTexts).data?.savedTexts ?? []
  const found = findSavedTexts(texts, kind, search)
  const countOf = (counted: SavedTextKind) => texts.filter((text) => text.kind === counted).length
  return (
    <Dialog
      onClose={onClose}
      title={t('common.savedTexts')}
      description={t('adminSettings.savedTextsNote')}
      width={680}
    >
      <ReadOnlyNotice permission="review-projects" />
      <div className={css.tools}>
        <FilterGroup
          label={t('adminSettings.savedTextKind')}
          value={kind}
          onValueChange={setKind}
          options={[
            { value: 'rejection', label: t('adminSettings.reasons'), count: countOf('rejection') },
            { value: 'feedback', label: t('common.feedback'), count: countOf('feedback') },
          ]}
        />
        <Allowed to="review-projects">
          <Button
            icon={<Plus />}
            disabled={countOf(kind) >= maxSavedTexts}
            reason={t('adminSettings.savedTextsFull', { count: maxSavedTexts })}
            onClick={() => setForm({})}
          >
            {t('adminSettings.addSavedText')}
          </Button>
        </Allowed>
      </div>
      {countOf(kind) === 0 ? (
        <p className={words.soft}>{t('adminSettings.noneOfKind', { kind })}</p>
      ) : (
        <SearchField label={t('adminSettings.searchSavedTexts')} value={search} onValueChange={setSearch} />
      )}
      {countOf(kind) > 0 && found.length === 0 && (
        <NoMatches compact title={t('adminSettings.noSavedTextMatches')} onClear={() => setSearch('')} />
      )}
      <ul className={css.list} aria-label={t('common.savedTexts')}>
        {found.map((saved) => (
          <li key={saved.id} className={css.row}>
            <SavedTextSummary saved={saved} />
            <Allowed to="review-projects">
              <span className={css.buttons}>
                <PlainIconButton
                  label={t('adminSettings.editNamed', { title: saved.title })}
                  icon={<Pencil />}
                  onClick={() => setForm({ edited: saved })}
                />
                <PlainIconButton
                  label={t('adminSettings.deleteNamed', { title: saved.title })}
                  icon={<Trash2 />}
                  onClick={() => setDeleted(saved)}
                />
              </span>
            </Allowed>
          </li>
        ))}
      </ul>
      {form && (
        <SavedTextDialog
          {...form}
          kind={kind}
          initial={{ title: form.edited?.title ?? '', text: form.edited?.text ?? '' }}
          onClose={() => setForm(undefined)}
        />
      )}
      {deleted && <DeleteSavedTextDialog saved={deleted} onClose={() => setDeleted(undefined)} />}
    </Dialog>
  )
}

/** Deletes a saved text after a confirmation. If another admin has changed it meanwhile, shows that text first. */
const DeleteSavedTextDialog = ({ saved, onClose }: { saved: SavedText; onClose: () => void }) => {
  const [newer, setNewer] = useState<NewerSavedText>()
  return (
    <RequestDialog
      kind="danger"
      title={t('adminSettings.deleteSavedTextQuestion', { title: newer?.title ?? saved.title })}
      description={t('adminSettings.deleteSavedTextText')}
      confirmLabel={t('common.delete')}
      busyText={t('common.deleting')}
      failureText={t('adminSettings.savedTextNotDeleted')}
      run={async () => {
        try {
          const params = { savedTextId: saved.id }
          const body = { version: newer?.version ?? saved.version }
          const deletion = request('DELETE', '/api/admin/saved-texts/:savedTextId', { params, body })
          await allSavedTexts.after(untilGone(deletion))
          onClose()
        } catch (error) {
          if (!(error instanceof RequestFailed && error.newerText)) throw error
          setNewer(error.newerText)
        }
      }}
      onClose={onClose}
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
    </RequestDialog>
  )
}
