// Lists the saved texts, the most used first. Enter inserts the active one, or the first; Escape closes the list.

import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import type { SavedText } from '@thirty/contracts/saved-texts/api.ts'
import type { SavedTextKind } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { Loaded } from '../live/loaded.tsx'
import { useLiveData } from '../live/live-data.ts'
import { SkeletonMenu } from '../ui/feedback/states.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { ComboList, ComboOption, useComboBox } from '../ui/select/combo-box.tsx'
import { allSavedTexts, findSavedTexts } from './all-saved-texts.ts'
import { t } from '../i18n/t.ts'
import words from '../styles/words.module.css'
import css from './saved-texts.module.css'

type SavedTextPickerProps = {
  id: string
  kind: SavedTextKind
  onInsert: (saved: SavedText) => void
  onClose: () => void
}

export const SavedTextPicker = ({ id, kind, onInsert, onClose }: SavedTextPickerProps) => {
  const [fieldId, listId] = [useId(), useId()]
  const [search, setSearch] = useState('')
  const view = useLiveData(allSavedTexts)
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId])

  const found = findSavedTexts(view.data?.savedTexts ?? [], kind, search)
  const insert = (savedId: string | undefined) => {
    const saved = found.find((text) => text.id === savedId)
    if (saved) onInsert(saved)
  }
  const box = useComboBox({
    listId,
    options: found,
    text: search,
    isShown: true,
    onOpen: () => undefined,
    onClose,
    onChoose: insert,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter in a field would send the form around it.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      insert(box.active ?? found[0]?.id)
    } else box.input.onKeyDown(event)
  }
  return (
    <div id={id} className={css.picker} data-keeps-escape>
      <SearchField
        id={fieldId}
        label={t('savedTexts.search', { kind })}
        value={search}
        onValueChange={setSearch}
        combobox={{ ...box.input, onKeyDown }}
      />
      <Loaded
        view={view}
        loading={<SkeletonMenu count={3} label={t('savedTexts.loading', { kind })} />}
        failed={t('savedTexts.notLoaded', { kind })}
        retryLabel={t('common.retry')}
        heading="h3"
        compact
      >
        {() =>
          found.length === 0 && (
            <p className={css.none} role="status">
              {search.trim() === '' ? t('savedTexts.noneYet', { kind }) : t('savedTexts.noMatch', { kind })}
            </p>
          )
        }
      </Loaded>
      <div className={css.options} data-empty={found.length === 0 || undefined}>
        <ComboList id={listId} label={t('savedTexts.saved', { kind })}>
          {found.map((saved) => (
            <ComboOption key={saved.id} {...box.option(saved.id)}>
              <SavedTextSummary saved={saved} />
            </ComboOption>
          ))}
        </ComboList>
      </div>
    </div>
  )
}

/** Title, beginning and number of uses of a saved text. */
export const SavedTextSummary = ({ saved: { title, text, uses } }: { saved: SavedText }) => (
  <span className={css.summary}>
    <span className={css.titleLine}>
      <strong dir="auto">{title}</strong>
      <span className={words.faint}>{t('savedTexts.uses', { count: uses })}</span>
    </span>
    <span className={words.excerpt} dir="auto">
      {text}
    </span>
  </span>
)
