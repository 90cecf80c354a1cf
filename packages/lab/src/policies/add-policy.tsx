/** Adds a policy from the list of all of them. */
import { type PolicyDefinition, policyCatalogue } from '@driftline/core';
import { counted, definedStanding, standingWords } from '@driftline/engine/display';
import { Dialog } from '@driftline/page-kit/widgets';
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { MOST_POLICIES } from '../setting/limits.ts';
import { listedPolicies } from './add-policy-list.ts';
import { addToSetting, isFull } from './add-to-setting.ts';

/** Whether the list is open. */
const adding = signal(false);

function add({ id }: PolicyDefinition): void {
  adding.value = false;
  addToSetting(id);
}

const optionId = ({ id }: PolicyDefinition) => `policy-option-${id}`;

function Choice({ definition, isActive }: { definition: PolicyDefinition; isActive: boolean }) {
  const { name, summary } = definition;
  const standing = definedStanding(definition);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: focus stays in the field, whose keys do the same.
    // biome-ignore lint/a11y/useFocusableInteractive: the field says which option is active.
    <div
      ref={element}
      id={optionId(definition)}
      class="choice"
      role="option"
      aria-selected={isActive}
      onClick={() => add(definition)}
    >
      <b>{name}</b>
      {standing === 'confirmed' ? null : (
        <span class="mark" title={standingWords[standing]}>
          {standing}
        </span>
      )}
      <span>{summary}</span>
    </div>
  );
}

/** The place to which a key moves among a number of them; undefined where it moves nothing. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (place + 1) % count;
    case 'ArrowUp':
      return place <= 0 ? count - 1 : place - 1;
    default:
      return undefined;
  }
}

/** A field to search in, and below it the list, of which arrows choose and Enter takes one. */
function PolicyList() {
  const [search, setSearch] = useState('');
  const [moved, setMoved] = useState<number>();
  const groups = listedPolicies(policyCatalogue.list, search);
  const all = groups.flatMap(({ definitions }) => definitions);
  // What is searched for is taken by Enter at once; of all policies none is meant before one is chosen.
  const place = moved ?? (search.trim() === '' ? -1 : 0);
  const active = all[place];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const next = placeAfter(event.key, place, all.length);
    if (next !== undefined) setMoved(next);
    else if (event.key === 'Enter' && active !== undefined) add(active);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog id="policy-list" title="Add policy" close={() => (adding.value = false)}>
      <input
        class="field"
        type="text"
        autofocus
        role="combobox"
        aria-label="Search policies"
        aria-autocomplete="list"
        aria-expanded={all.length > 0}
        aria-controls="policy-choices"
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        autocomplete="off"
        spellcheck={false}
        placeholder="Search by name, method or author"
        value={search}
        onInput={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setMoved(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <p class="hidden-text" role="status">
        {search.trim() === '' ? '' : `${counted(all.length, 'match', 'matches')}`}
      </p>
      <div class="choices" id="policy-choices" role="listbox" aria-label="Policies">
        {groups.map(({ id, title, definitions }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is not a set of fields.
          <div key={id} role="group" aria-labelledby={`group-${id}`}>
            <div class="choices-title" role="presentation" id={`group-${id}`}>
              {title}
            </div>
            {definitions.map((definition) => (
              <Choice
                key={definition.id}
                definition={definition}
                isActive={definition === active}
              />
            ))}
          </div>
        ))}
      </div>
      {all.length === 0 ? <p class="small">No policy matches “{search}”.</p> : null}
    </Dialog>
  );
}

export function AddPolicy() {
  return (
    <>
      <button
        id="add-policy"
        class="button"
        type="button"
        aria-disabled={isFull.value}
        aria-describedby={isFull.value ? 'policies-full' : undefined}
        onClick={() => {
          adding.value = !isFull.value;
        }}
      >
        Add policy
      </button>
      {isFull.value ? (
        <p class="small" id="policies-full">
          The page shows at most {MOST_POLICIES} policies.
        </p>
      ) : null}
      {adding.value ? <PolicyList /> : null}
    </>
  );
}
