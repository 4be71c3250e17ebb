// Asks with which place the ceremony begins: nobody wants to press a key for each of 500 participants.

import { useState } from 'react'
import { Play } from 'lucide-react'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { defaultPlaces } from './ceremony.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './reveal-screen.module.css'

type CeremonyStartProps = {
  /** The number of participants, at least 1. */
  count: number
  /** Called with the number of places to reveal. */
  onBegin: (places: number) => void
}

export const CeremonyStart = ({ count, onBegin }: CeremonyStartProps) => {
  const [typed, setTyped] = useState(String(Math.min(count, defaultPlaces)))
  const [error, setError] = useState<string>()
  const limits = { first: 1, last: count }
  return (
    <Card as="section" padding="large" className={css.start} aria-label={t('adminReveal.title')}>
      <p className={css.intro}>{t('adminReveal.intro', { count })}</p>
      <form
        noValidate
        className={layout.stack20}
        onSubmit={(event) => {
          event.preventDefault()
          const places = Number(typed)
          if (Number.isInteger(places) && places >= 1 && places <= count) onBegin(places)
          else setError(t('adminReveal.beginError', limits))
        }}
      >
        <Field
          type="number"
          inputMode="numeric"
          min={1}
          max={count}
          label={t('adminReveal.beginWith')}
          hint={t('adminReveal.beginHint', limits)}
          error={error}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" kind="primary" size="large" icon={<Play />}>
          {t('adminReveal.begin')}
        </Button>
      </form>
    </Card>
  )
}
