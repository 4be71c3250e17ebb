import { Minus, Plus } from 'lucide-react'
import layout from '../../shared/styles/layout.module.css'
import css from './rules-and-questions.module.css'

const rules = [
  'One project per day, for thirty days.',
  'Every project has a live link and a public repository.',
  'Your own work. Libraries are fine; say which ones you used.',
  'Missed days stay open. Your streak counts the days in a row up to your latest one.',
  'Admins can reject a project that does not match the day.',
]

const questions = [
  {
    question: 'Do I need to start on day 1?',
    answer:
      'No. You join on the current day, and earlier days stay open. The leaderboard counts the projects you submit, not the date you signed up.',
  },
  {
    question: 'Which languages can I use?',
    answer:
      'Any language and any framework, as long as the result can be opened in a browser and the code can be read.',
  },
  {
    question: 'Who rates my projects?',
    answer:
      'The admins of the challenge. They review every project and rate it on five criteria, and only their ratings count for the leaderboard.',
  },
  {
    question: 'What happens after day 30?',
    answer:
      'Late projects are accepted for seven more days, unless the admins set another end. After that, the standings stay where they are until the admins start the next round. Your account stays yours.',
  },
]

export const RulesAndQuestions = () => (
  <div className={`${layout.page} ${css.columns}`}>
    <section id="rules" className={css.part}>
      <h2>Rules</h2>
      <ul className={css.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
    <section id="faq" className={css.part}>
      <h2>FAQ</h2>
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
