// <try-list>: each of the three things ticks itself off when the reader has done it, and only then.
import { equal, none, ok } from './check.mjs';
import { languageFaults } from './language.mjs';
import { openLesson } from './lesson.mjs';
import { inBothLanguages, test } from './registry.mjs';

const done = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('try-list [data-task]')]
      .filter((item) => item.classList.contains('done'))
      .map((item) => item.dataset.task),
  );
const said = (page) => page.evaluate(() => document.querySelector('try-list output').textContent);
const lane = (name) => `token-lanes button[name="${name}"]`;
const field = (name) => `count-panel input[name="${name}"]`;

export default function () {
  inBothLanguages('try-list: each ticks when done by hand', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    equal(await done(page), [], 'ticked at the start');
    for (let step = 1; step <= 5; step += 1) {
      await page.click(lane('next'));
      equal(await done(page), step < 5 ? [] : ['step'], `ticked after ${step} steps`);
    }
    ok((await said(page)).length > 5, 'what was done is announced');

    await page.type(field('tokens'), '4096');
    equal(await done(page), ['step'], 'ticked with T = 4,096 alone');
    await page.type(field('width'), '5120');
    equal(await done(page), ['step', 'cheap'], 'ticked with T = 4,096 and d = 5,120');
    await page.type(field('tokens'), '5120');
    equal(await done(page), ['step', 'cheap'], 'ticked with T = d');
    await page.type(field('tokens'), '5121');
    equal(await done(page), ['step', 'cheap', 'turn'], 'ticked with T beyond d');
    none(
      await page.evaluate(() =>
        [...document.querySelectorAll('try-list li')]
          .filter((item) => !item.querySelector('.done-word')?.textContent)
          .map((item) => item.dataset.task),
      ),
      'ticks without a word',
    );
    equal(
      await page.evaluate(() => document.querySelectorAll('try-list .done-word').length),
      3,
      'words for three ticks',
    );
    none(await page.evaluate(languageFaults), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });

  test('zh try-list: playing is not stepping, nor is jumping', { lang: 'zh' }, async (context) => {
    const { page } = context;
    await openLesson(context);
    const playToEnd = async () => {
      await page.evaluate(() => {
        document.querySelector('token-lanes select[name="speed"]').value = '450';
        window.ended = new Promise((resolve) => {
          document.addEventListener('lanes-step', ({ detail }) => {
            if (detail.step === detail.all) resolve(true);
          });
        });
      });
      await page.click(lane('play'));
      await page.evaluate(() => window.ended);
    };
    await playToEnd();
    equal(await done(page), [], 'ticked by play');
    await page.click(lane('back'));
    await page.click(lane('next'));
    equal(await done(page), [], 'ticked by the last step alone');
    await page.click(lane('reset'));
    await page.press(lane('next'), 'End');
    equal(await done(page), [], 'ticked by the key End');
    await page.click(lane('reset'));
    await page.press(lane('next'), 'Enter', 5);
    equal(await done(page), ['step'], 'ticked by five presses of Enter');
  });

  test('en try-list: a link does not tick anything off', { lang: 'en' }, async (context) => {
    const { page } = context;
    await openLesson(context, '#step=5&T=4096&d=5120');
    equal(await done(page), [], 'ticked by a link to the sizes');
    await openLesson(context, '#step=4&T=262144&d=5120');
    equal(await done(page), [], 'ticked by a link beyond the crossing');
    await page.click(lane('next'));
    equal(await done(page), [], 'ticked by one step from a link');
  });

  test('en try-list: the ratio has to turn with the leading terms', { lang: 'en' }, async (context) => {
    const { page } = context;
    await openLesson(context);
    await page.click(field('projections'));
    await page.type(field('width'), '5120');
    await page.type(field('tokens'), '6000');
    equal(await done(page), [], 'ticked while projections are counted');
    await page.click(field('projections'));
    equal(await done(page), ['turn'], 'ticked once they are not');
  });
}
