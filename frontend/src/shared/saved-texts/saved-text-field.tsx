// The field for a reason or feedback, into which admins insert saved texts, and from which they save one for all admins. Its list has the
// saved texts, the most used first: Enter inserts the active one, or the first; Escape closes the list.

import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { BookMarked, BookmarkPlus } from 'lucide-react'
import {
  fillPlaceholders,
  hasPlaceholder,
  maxReviewText,
  withPlaceholders,
  type PlaceholderValues,
  type SavedTextKind,
} from '@thirty/contracts/saved-texts/saved-texts.ts'
import type { SavedText } from '@thirty/contracts/saved-texts/api.ts'
import { Allowed } from '../team/permissions.tsx'
import { Button } from '../ui/controls/button.tsx'
import { KeyHint } from '../ui/display/surfaces.tsx'
import { DialogButton } from '../ui/dialog/dialog.tsx'
import { TextArea } from '../ui/forms/field.tsx'
import { SavedTextDialog, placeholderNames } from './saved-text-dialog.tsx'
import { t } from '../i18n/t.ts'
import { useLiveData } from '../live/live-data.ts'
import { SkeletonMenu, Loaded } from '../ui/feedback/states.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { ComboList, ComboOption, useComboBox } from '../ui/select/combo-box.tsx'
import { allSavedTexts, findSavedTexts } from './all-saved-texts.ts'
import layout from '../styles/layout.module.css'
import words from '../styles/words.module.css'
import css from './saved-texts.module.css'

/** A saved text, and what was inserted of it. */
export type InsertedText = { id: string; text: string }

/** Returns the id of an inserted text that a text still contains as it was inserted: only then it counts as used. */
export const usedTextId = (inserted: InsertedText | undefined, text: string): string | undefined =>
  inserted !== undefined && text.includes(inserted.text) ? inserted.id : undefined

type AreaProps = ComponentProps<typeof TextArea>

type SavedTextFieldProps = Pick<AreaProps, 'label' | 'hint' | 'placeholder' | 'optional' | 'counter'> & {
  kind: SavedTextKind
  /** The form control of the text. */
  control: Pick<AreaProps, 'id' | 'name' | 'error'> & {
    value: string | undefined
    onValueChange: (value: string) => void
    onBlur: () => void
  }
  /** What the placeholders stand for; undefined if the text is for several submissions, whose placeholders the server fills in. */
  values: PlaceholderValues | undefined
  onInserted: (inserted: InsertedText) => void
  /** Shows the text alone. */
  disabled?: boolean
}

export const SavedTextField = ({ kind, control, values, onInserted, ...area }: SavedTextFieldProps) => {
  const pickerId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { value = '', onValueChange, ...attributes } = control
  const close = () => {
    setIsOpen(false)
    field.current?.focus()
  }
  const insert = (saved: InsertedText) => {
    const text = values === undefined ? saved.text : fillPlaceholders(saved.text, values)
    // The selected part, or the end if nobody has put the cursor anywhere.
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {}
    const before = value.slice(0, selectionStart)
    // A complete text begins on a new line.
    const separator = before.trim() === '' || before.endsWith('\n') ? '' : '\n'
    onValueChange(`${before}${separator}${text}${value.slice(selectionEnd)}`)
    onInserted({ id: saved.id, text })
    close()
  }
  return (
    <div className={layout.stack8}>
      <TextArea
        {...area}
        {...attributes}
        ref={field}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (!event.altKey || event.key !== 'ArrowDown') return
          event.preventDefault()
          setIsOpen(true)
        }}
        aria-keyshortcuts="Alt+ArrowDown"
        rows={4}
        maxLength={maxReviewText[kind]}
      />
      {values === undefined && hasPlaceholder(value) && (
        <p className={words.quiet}>{t('savedTexts.filledForEach', placeholderNames)}</p>
      )}
      {!area.disabled && (
        <div className={css.tools}>
          <Button
            kind="quiet"
            size="small"
            icon={<BookMarked />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? pickerId : undefined}
            iconEnd={
              <span className={css.key} aria-hidden="true">
                <KeyHint>{t('savedTexts.openWith')}</KeyHint>
              </span>
            }
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('savedTexts.saved', { kind })}
          </Button>
          <Allowed to="review-projects">
            <DialogButton
              kind="quiet"
              size="small"
              icon={<BookmarkPlus />}
              disabled={value.trim() === ''}
              dialog={(closeDialog) => (
                <SavedTextDialog
                  kind={kind}
                  initial={{
                    title: '',
                    text: values === undefined ? value.trim() : withPlaceholders(value.trim(), values),
                  }}
                  onSaved={({ id }) => onInserted({ id, text: value })}
                  onClose={closeDialog}
                />
              )}
            >
              {t('savedTexts.saveThis', { kind })}
            </DialogButton>
          </Allowed>
        </div>
      )}
      {isOpen && <SavedTextPicker id={pickerId} kind={kind} onInsert={insert} onClose={close} />}
    </div>
  )
}

type SavedTextPickerProps = {
  id: string
  kind: SavedTextKind
  onInsert: (saved: SavedText) => void
  onClose: () => void
}

const SavedTextPicker = ({ id, kind, onInsert, onClose }: SavedTextPickerProps) => {
  const listId = useId()
  const [search, setSearch] = useState('')
  const view = useLiveData(allSavedTexts)
  const found = findSavedTexts(view.data?.savedTexts ?? [], kind, search)
  const insert = (savedId: string | undefined) => {
    const saved = found.find((text) => text.id === savedId)
    if (saved) onInsert(saved)
  }
  const box = useComboBox({ listId, options: found, text: search, onClose, onChoose: insert })
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
        label={t('savedTexts.search', { kind })}
        value={search}
        onValueChange={setSearch}
        combobox={{ ...box.input, onKeyDown, autoFocus: true }}
      />
      <Loaded
        view={view}
        loading={<SkeletonMenu count={3} label={t('savedTexts.loading', { kind })} />}
        failed={t('savedTexts.notLoaded', { kind })}
        retryLabel={t('common.retry')}
        compact
      >
        {() =>
          found.length === 0 && (
            <p className={css.none} role="status">
              {t(search.trim() === '' ? 'savedTexts.noneYet' : 'savedTexts.noMatch', { kind })}
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
