// Adjusts the pages of mdBook for keyboards and screen readers.
document.getElementById('mdbook-menu-bar')?.setAttribute('role', 'banner');

// A button takes the place of the label that opens the sidebar, because a label has no state for screen readers.
const [label, box] = ['', '-anchor'].map((end) => document.getElementById(`mdbook-sidebar-toggle${end}`));
if (label && box) {
    const button = document.createElement('button');
    for (const { name, value } of label.attributes) if (name !== 'for') button.setAttribute(name, value);
    button.append(...label.childNodes);
    label.replaceWith(button);
    button.addEventListener('click', () => box.click());
    box.addEventListener('change', () => button.setAttribute('aria-expanded', box.checked));
}

// Code and tables that scroll sideways can be reached and scrolled by keys.
const observer = new ResizeObserver((entries) => {
    for (const { target: box } of entries) {
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
        else box.removeAttribute('tabindex');
    }
});
for (const box of document.querySelectorAll('pre > code, .table-wrapper')) observer.observe(box);
