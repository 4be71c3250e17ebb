import { Minus, Plus } from 'lucide-react'
import layout from '../../shared/styles/layout.module.css'
import { t } from './messages/t.ts'
import css from './rules-and-questions.module.css'

const rules = [t('ruleOnePerDay'), t('ruleLinks'), t('ruleOwnWork'), t('ruleMissedDays'), t('ruleRejection')]

const questions = [
  { question: t('whenToStart'), answer: t('whenToStartAnswer') },
  { question: t('whichLanguages'), answer: t('whichLanguagesAnswer') },
  { question: t('whoRates'), answer: t('whoRatesAnswer') },
  { question: t('afterDay30'), answer: t('afterDay30Answer') },
]

export const RulesAndQuestions = () => (
  <div className={`${layout.page} ${css.columns}`}>
    <section id="rules" className={css.part}>
      <h2>{t('rules')}</h2>
      <ul className={css.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
    <section id="faq" className={css.part}>
      <h2>{t('faq')}</h2>
      <div>
        {questions.map(({ question, answer }, index) => (
          <details key={question} className={css.question} open={index === 0}>
            <summary>
              {question}
              <Plus aria-hidden="true" size={20} className={css.plus} />
              <Minus aria-hidden="true" size={20} className={css.minus} />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  </div>
)
