// The part of the landing page with the rules and the frequent questions.

import { Minus, Plus } from 'lucide-react'
import frames from '../../shared/styles/frames.module.css'
import { t } from '../../shared/i18n/t.ts'
import css from './rules-and-questions.module.css'

const rules = [
  t('landing.ruleOnePerDay'),
  t('landing.ruleLinks'),
  t('landing.ruleOwnWork'),
  t('landing.ruleMissedDays'),
  t('landing.ruleRejection'),
]

const questions = [
  { question: t('landing.whenToStart'), answer: t('landing.whenToStartAnswer') },
  { question: t('landing.whichLanguages'), answer: t('landing.whichLanguagesAnswer') },
  { question: t('landing.whoRates'), answer: t('landing.whoRatesAnswer') },
  { question: t('landing.afterDay30'), answer: t('landing.afterDay30Answer') },
]

export const RulesAndQuestions = () => (
  <div className={`${frames.page} ${css.columns}`}>
    <section id="rules" className={css.part}>
      <h2>{t('landing.sectionRules')}</h2>
      <ul className={css.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
    <section id="faq" className={css.part}>
      <h2>{t('landing.faq')}</h2>
      <div>
        {questions.map(({ question, answer }, index) => (
          <details key={question} className={css.question} open={index === 0}>
            <summary>
              {question}
              <Plus size={20} className={css.plus} />
              <Minus size={20} className={css.minus} />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  </div>
)
