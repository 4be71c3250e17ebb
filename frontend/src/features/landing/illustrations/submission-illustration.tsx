import { Plus } from 'lucide-react'
import { t } from '../../../shared/i18n/t.ts'
import css from './illustrations.module.css'

const exampleLinks = { live: 'kanban.example.dev', repository: 'github.com/you/kanban' }
const cardsPerColumn = [3, 2, 3]

/** A drawing of the submission form: a screenshot, two links and the button. */
export const SubmissionIllustration = () => (
  <div className={css.submission} aria-hidden="true">
    <svg viewBox="0 0 160 104" className={css.screenshot} data-picture>
      <rect width="160" height="104" rx="8" className={css.paper} />
      {cardsPerColumn.map((cardCount, column) => (
        <g key={column} transform={`translate(${12 + column * 47} 12)`}>
          <rect width="42" height="80" rx="5" className={css.column} />
          {Array.from({ length: cardCount }, (_, card) => (
            <g key={card} transform={`translate(4 ${8 + card * 24})`}>
              <rect width="34" height="19" rx="3" className={css.paper} />
              <rect x="4" y="5" width="20" height="3" rx="1.5" className={css.ink} />
              <rect
                x="4"
                y="11"
                width="12"
                height="3"
                rx="1.5"
                className={css[`tag${(column + card) % 3}`]}
              />
            </g>
          ))}
        </g>
      ))}
    </svg>
    <div className={css.fields}>
      <span className={css.field}>{exampleLinks.live}</span>
      <span className={css.field}>{exampleLinks.repository}</span>
      <span className={css.button}>
        <Plus size={15} />
        {t('common.submitProject')}
      </span>
    </div>
  </div>
)
