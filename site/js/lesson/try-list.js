// @ts-check
// <try-list>: things to try, which tick themselves off.
import { find } from '../page/find.js';
import { words } from '../page/words.js';

export class TryList extends HTMLElement {
  connectedCallback() {
    const tokens = Number(this.dataset.tokens);
    const width = Number(this.dataset.width);
    let walked = 0; // steps taken forward with the button since the start
    document.addEventListener('lanes-step', (event) => {
      const { step, all, byHand, forward } = event.detail;
      walked = step === 0 ? 0 : byHand && forward && step === walked + 1 ? step : -1;
      if (walked === all) this.tick('step');
    });
    // Only what the reader sets counts, not the state in which the page opens.
    let opened = false;
    document.addEventListener('count-change', (event) => {
      const now = event.detail;
      if (opened && now.tokens === tokens && now.width === width) this.tick('cheap');
      if (opened && now.width === width && now.tokens > width && !now.projections && now.ratio > 1) this.tick('turn');
      opened = true;
    });
  }

  /** @param {string} task */
  tick(task) {
    const item = find(this, `[data-task="${task}"]`);
    if (item.classList.contains('done')) return;
    item.classList.add('done');
    const done = document.createElement('small');
    done.className = 'done-word';
    done.textContent = words('try-list.done');
    item.append(' ', done);
    find(this, 'output').textContent = `${words('try-list.done')}: ${item.firstChild.textContent}`;
  }
}

customElements.define('try-list', TryList);
